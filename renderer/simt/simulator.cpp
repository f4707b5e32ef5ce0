// Simulates a frame warp by warp.
#include "renderer/simt/simulator.h"

#include "base/error.h"
#include "renderer/simt/persistent.h"
#include "renderer/simt/warp.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace voxmarch {

namespace {

using simt::Warp;

/// The loop over a ray's samples, and the traversal whose kernel file has it (TraversalInfo::ray_loop).
struct Twin {
    Traversal traversal;
    void (*run)(Warp &warp, const LoopParams &loops);
};

constexpr Twin twins[] = {
    {Traversal::none, [](Warp &warp, const LoopParams &) { warp.every_sample(); }},
    {Traversal::first_approach, [](Warp &warp, const LoopParams &) { warp.first_approach(); }},
    {Traversal::if_if, [](Warp &warp, const LoopParams &) { warp.if_if(); }},
    {Traversal::while_while, [](Warp &warp, const LoopParams &) { warp.while_while(); }},
    {Traversal::for_for, [](Warp &warp, const LoopParams &l) { warp.for_for(l.node_steps, l.marching_steps); }},
    {Traversal::buffered_for_for, [](Warp &warp, const LoopParams &) { warp.buffered_for_for(); }},
    {Traversal::buffered_for_for_with_flags,
     [](Warp &warp, const LoopParams &) { warp.buffered_for_for_with_flags(); }},
    {Traversal::distance_map, [](Warp &warp, const LoopParams &) { warp.distance_map(); }},
};

const Twin *twin_of(std::string_view ray_loop) {
    const auto *found = std::find_if(std::begin(twins), std::end(twins),
                                     [&](const Twin &twin) { return name_of(twin.traversal) == ray_loop; });
    return found == std::end(twins) ? nullptr : found;
}

void require_twin(const TraversalInfo &info) {
    if (!has_simt_twin(info.traversal)) {
        throw UnsupportedError(
            fmt::format("warps of traversal {} are not simulated: renderer/simt/ has no twin of its loop", info.name));
    }
}

} // namespace

bool has_simt_twin(Traversal traversal) {
    const TraversalInfo &info = info_of(traversal);
    return info.ray_loop.empty() ? simt::knows_rules(info) : twin_of(info.ray_loop) != nullptr;
}

std::vector<SimtCounts> simulate_simt(const SimtScene &scene, const RenderSettings &settings, int persistent_warps,
                                      int round_after) {
    const int width = scene.frame.view.size[0], height = scene.frame.view.size[1];
    const TraversalInfo &info = info_of(settings.traversal);
    require_twin(info);
    std::vector<SimtCounts> counts(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    const LoopParams loops = loops_of(settings);
    if (info.ray_loop.empty()) {
        simt::simulate_persistent(scene, info, loops, persistent_warps, round_after, counts);
        return counts;
    }
    const Twin &twin = *twin_of(info.ray_loop);
    for (int top = 0; top < height; top += WARP_TILE_HEIGHT) {
        for (int left = 0; left < width; left += WARP_TILE_WIDTH) {
            Warp warp(scene, loops, round_after, counts);
            for (int lane = 0; lane < simt_lanes; ++lane) {
                warp.start_lane(lane, left + lane % WARP_TILE_WIDTH, top + lane / WARP_TILE_WIDTH);
            }
            twin.run(warp, loops);
        }
    }
    return counts;
}

} // namespace voxmarch
