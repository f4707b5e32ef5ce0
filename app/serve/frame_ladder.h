// How large and how good the pictures of one page are while it moves: what its scene takes to draw, and what its line
// takes to carry, decide.
#pragma once

#include "scene/resolution.h"

namespace voxmarch {

class FrameLadder {
public:
    /// @param target_ms  of drawing a picture that moves, > 0
    explicit FrameLadder(double target_ms = 40.0) : governor_(target_ms) {}

    /// A picture of so many pixels was drawn, without what is done once.
    void drawn(double pixels, double ms) { governor_.measured(pixels, ms); }

    /// A picture that moved was shown so long after it had been sent.
    void arrived(double ms);

    struct Rung {
        int width, height;
        int quality; ///< of JPEG, lowest_quality .. highest_quality
    };

    /// For a moving picture of a view of this size.
    Rung moving(int width, int height) const;

    /// Expected milliseconds of drawing a picture in full; 0 before the first was drawn.
    double expected_ms(int width, int height) const {
        return governor_.expected_ms(static_cast<double>(width) * height);
    }

    static constexpr int lowest_quality = 40, highest_quality = 85;

private:
    ResolutionGovernor governor_;
    int quality_ = 70;
    double share_ = 1.0; ///< of the edges, where the line is slow
};

} // namespace voxmarch
