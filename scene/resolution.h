// Decides how large moving pictures are, and in which parts still ones are refined, from measured times.
#pragma once

#include <vector>

namespace voxmarch {

/// Part of a picture, pixels.
struct Tile {
    int x, y, width, height;
    bool operator==(const Tile &) const = default;
};

/// A picture takes a time of its own, however small it is, and a time for each pixel: both are fitted to the last few
/// measurements, the newest counting most.
class ResolutionGovernor {
public:
    /// @param target_ms  time of a moving frame, > 0
    explicit ResolutionGovernor(double target_ms) : target_ms_(target_ms) {}

    /// Tells how long a picture of so many pixels took, without what is done once (compiling, derived data).
    void measured(double pixels, double ms);

    /// Share of each edge at which a picture of width x height is drawn in about the target time, or another: a
    /// multiple of 1/16, at least 1/8, at most 1. Before the first measurement 1/4. Pixels have a third of that time
    /// also where all else takes longer.
    double moving_scale(int width, int height) const { return scale_for(width, height, target_ms_); }
    double scale_for(int width, int height, double ms) const;

    /// Expected milliseconds.
    double expected_ms(double pixels) const { return own_ms_ + pixels * ms_per_pixel_; }

    /// A picture in parts of at most about `part_ms`, their edges multiples of 64 pixels (the tile of the blue noise);
    /// one part if all of it is that quick.
    std::vector<Tile> tiles(int width, int height, double part_ms) const;

private:
    double target_ms_;
    double own_ms_ = 0.0, ms_per_pixel_ = 0.0; ///< of the fit; the second 0: nothing measured
    /// Weighted sums over the measurements: of 1, pixels, ms, pixels squared, pixels times ms.
    double weight_ = 0.0, pixels_ = 0.0, ms_ = 0.0, pixels_squared_ = 0.0, product_ = 0.0;
};

} // namespace voxmarch
