// Looks up rows of the catalogue of traversals, and sets the parameters of their loops.
#include "renderer/traversal.h"

#include "base/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

const TraversalInfo &info_of(Traversal traversal) {
    for (const TraversalInfo &info : traversals) {
        if (info.traversal == traversal) {
            return info;
        }
    }
    throw UsageError(fmt::format("traversal number {} has no row in the catalogue (renderer/traversal.h)",
                                 static_cast<int>(traversal)));
}

const std::vector<LoopParam> &loop_params() {
    static const std::vector<LoopParam> all{
        {"node_steps", &LoopParams::node_steps, 1, 1, 1024, "traversal steps a round"},
        {"marching_steps", &LoopParams::marching_steps, 2, 1, 4096, "marching steps a round"},
        {"fused_steps", &LoopParams::fused_steps, 4, 1, 16, "marching steps between two looks at buffer or map"},
        {"buffer_length", &LoopParams::buffer_length, 8, 2, 64, "segments in the ring buffer, a power of two"},
        {"decisions", &LoopParams::decisions, 16, 1, 1024, "persistent: rounds between two chances for new rays"},
        {"pool_tiles", &LoopParams::pool_tiles, 32, 1, 64, "persistent: warp tiles in a pool"}};
    return all;
}

bool uses(const TraversalInfo &info, int LoopParams::*parameter) {
    return std::any_of(loop_params().begin(), loop_params().end(), [&](const LoopParam &param) {
        return param.member == parameter && (info.loops & param.use) != 0;
    });
}

LoopParams changed_loops(const TraversalInfo &info, const std::vector<std::pair<int LoopParams::*, int>> &changes) {
    LoopParams loops = info.defaults;
    for (const auto &[member, value] : changes) {
        loops.*member = value;
    }
    const bool asked_for_marching = std::any_of(
        changes.begin(), changes.end(), [](const auto &change) { return change.first == &LoopParams::marching_steps; });
    if (!asked_for_marching) {
        loops.marching_steps = (loops.marching_steps + loops.fused_steps - 1) / loops.fused_steps * loops.fused_steps;
    }
    return loops;
}

Traversal default_traversal(SamplingBackend) { return Traversal::octant_distance_map; }

bool is_faster_unskipped(DeviceKind device, std::uint64_t voxels, double occupied) {
    constexpr std::uint64_t small = std::uint64_t{1} << 23; // with its normals it fits into the caches of an H200
    return device == DeviceKind::gpu && voxels <= small && occupied >= 0.8;
}

} // namespace voxmarch
