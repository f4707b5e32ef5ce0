// Decides how large moving pictures are, and in which parts still ones are refined, from measured times.
#pragma once

#include <vector>

namespace voxmarch {

/// Part of a picture, pixels.
struct Tile {
    int x, y, width, height;
    bool operator==(const Tile &) const = default;
};

class ResolutionGovernor {
public:
    /// @param target_ms  time of a moving frame, > 0
    explicit ResolutionGovernor(double target_ms) : target_ms_(target_ms) {}

    /// Tells how long a picture of so many pixels took, without what is done once (compiling, derived data).
    void measured(double pixels, double ms);

    /// Share of each edge at which a picture of width x height is drawn in about the target time: 1, or 1 over a
    /// power of the square root of 2, at least 1/8. Before the first measurement 1/4.
    double moving_scale(int width, int height) const;

    /// Expected milliseconds.
    double expected_ms(double pixels) const { return pixels * ms_per_pixel_; }

    /// A picture in parts of at most about `part_ms`, their edges multiples of 64 pixels (the tile of the blue noise);
    /// one part if all of it is that quick.
    std::vector<Tile> tiles(int width, int height, double part_ms) const;

private:
    double target_ms_;
    double ms_per_pixel_ = 0.0; ///< running mean; 0: nothing measured
};

} // namespace voxmarch
