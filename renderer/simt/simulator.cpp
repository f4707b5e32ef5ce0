// Simulates a frame warp by warp.
#include "renderer/simt/simulator.h"

#include "renderer/simt/persistent.h"
#include "renderer/simt/warp.h"

#include <algorithm>

namespace voxmarch {

namespace {

using simt::Lane;
using simt::Warp;

void run(Warp &warp, Traversal traversal, const LoopParams &loops) {
    switch (traversal) {
    case Traversal::first_approach: return warp.first_approach();
    case Traversal::if_if: return warp.if_if();
    case Traversal::while_while: return warp.while_while();
    case Traversal::for_for: return warp.for_for(loops.node_steps, loops.marching_steps);
    case Traversal::buffered_for_for: return warp.buffered_for_for();
    case Traversal::buffered_for_for_with_flags:
    case Traversal::persistent_warp_refill: return warp.buffered_for_for_with_flags();
    case Traversal::distance_map:
    case Traversal::octant_distance_map: return warp.distance_map();
    default: return;
    }
}

} // namespace

std::vector<SimtCounts> simulate_simt(const SimtScene &scene, const RenderSettings &settings, int persistent_warps) {
    const int width = scene.frame.view.size[0], height = scene.frame.view.size[1];
    std::vector<SimtCounts> counts(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    const LoopParams loops = loops_of(settings);
    const TraversalInfo &info = info_of(settings.traversal);
    if (info.persistent && settings.traversal != Traversal::persistent_warp_refill) {
        simt::simulate_persistent(scene, settings.traversal, loops, persistent_warps, counts);
        return counts;
    }
    Warp warp(scene, loops, counts);
    for (int top = 0; top < height; top += WARP_TILE_HEIGHT) {
        for (int left = 0; left < width; left += WARP_TILE_WIDTH) {
            for (int lane = 0; lane < simt_lanes; ++lane) {
                warp.start_lane(lane, left + lane % WARP_TILE_WIDTH, top + lane / WARP_TILE_WIDTH);
            }
            if (settings.traversal == Traversal::none) {
                std::uint32_t most = 0;
                for (int lane = 0; lane < simt_lanes; ++lane) {
                    Lane &at = warp.lanes()[static_cast<std::size_t>(lane)];
                    if (at.active) {
                        at.counts->samples =
                            static_cast<std::uint32_t>(std::min(at.opaque_at + 1.0f, at.ray.sample_count));
                        most = std::max(most, at.counts->samples);
                    }
                }
                counts[static_cast<std::size_t>(top) * static_cast<std::size_t>(width) + static_cast<std::size_t>(left)]
                    .sample_iterations = most;
            } else {
                run(warp, settings.traversal, loops);
            }
        }
    }
    return counts;
}

} // namespace voxmarch
