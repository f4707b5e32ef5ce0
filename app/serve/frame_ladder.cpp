// Steps up and down the ladder.
#include "app/serve/frame_ladder.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

constexpr double quick_way_ms = 90.0, slow_way_ms = 220.0; // of a picture's way to the page
constexpr double least_share = 0.25;

} // namespace

void FrameLadder::arrived(double ms) {
    if (ms > slow_way_ms && quality_ <= lowest_quality) {
        share_ = std::max(least_share, share_ * 0.75);
    } else if (ms > slow_way_ms) {
        quality_ = std::max(lowest_quality, quality_ - 10);
    } else if (ms < quick_way_ms && share_ < 1.0) {
        share_ = std::min(1.0, share_ * 1.1);
    } else if (ms < quick_way_ms) {
        quality_ = std::min(highest_quality, quality_ + 2);
    }
}

FrameLadder::Rung FrameLadder::moving(int width, int height) const {
    const double scale = governor_.moving_scale(width, height) * share_;
    const auto pixels = [&](int edge) { return std::max(1, static_cast<int>(std::lround(edge * scale))); };
    return {pixels(width), pixels(height), quality_};
}

} // namespace voxmarch
