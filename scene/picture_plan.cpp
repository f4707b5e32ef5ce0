// Counts parts; PictureCost cuts them.
#include "scene/picture_plan.h"

#include "scene/draw_in_parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace voxmarch {

namespace {

/// Below this the next picture is cut finer; shares learnt from the last picture of a moving camera (4 degrees a frame)
/// keep 2 to 8 devices busy for 93 to 99 %.
constexpr double good_balance = 0.85;

/// Parts that take less are not worth their launch.
constexpr double shortest_part_ms = 0.5;

/// Parts a device at most: pictures of minutes are told of often enough.
constexpr double most_parts = 256;

} // namespace

std::size_t PicturePlan::count(const Scene &scene, const RenderSettings &settings, double longest_part_ms) const {
    if (draws_mesh(scene, settings)) {
        return members_; // triangles are found anew for every part
    }
    if (cost_ms_ == 0.0) {
        return members_ * unknown_parts;
    }
    const double member_ms = cost_ms_ / static_cast<double>(members_);
    const double finest = std::clamp(member_ms / shortest_part_ms, 1.0, double(unknown_parts));
    const double shortened = std::min(std::ceil(member_ms / longest_part_ms), most_parts);
    return members_ * static_cast<std::size_t>(std::max(uneven_ ? finest : 1.0, shortened));
}

std::vector<Tile> PicturePlan::parts(const Scene &scene, const RenderSettings &settings, double longest_part_ms) {
    if (!cost_ || cost_->width() != scene.width || cost_->height() != scene.height) {
        cost_.emplace(scene.width, scene.height);
        cost_ms_ = 0.0;
    }
    return cost_->cut(count(scene, settings, longest_part_ms));
}

void PicturePlan::learn(std::span<const Tile> parts, std::span<const double> part_ms,
                        std::span<const double> member_ms) {
    cost_->measured(parts, part_ms);
    cost_ms_ = std::accumulate(part_ms.begin(), part_ms.end(), 0.0);
    // Many parts are even because they are many.
    uneven_ = parts.size() <= members_ && balance_of(member_ms) < good_balance;
}

} // namespace voxmarch
