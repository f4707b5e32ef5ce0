// The catalogue of traversals.
#include "renderer/traversal.h"

#include <algorithm>

namespace voxmarch {

const TraversalInfo &info_of(Traversal traversal) {
    for (const TraversalInfo &info : traversals) {
        if (info.traversal == traversal) {
            return info;
        }
    }
    return traversals.front();
}

const std::vector<LoopParam> &loop_params() {
    static const std::vector<LoopParam> all{
        {"node_steps", &LoopParams::node_steps, 1, 1024, "traversal steps a round"},
        {"marching_steps", &LoopParams::marching_steps, 1, 4096, "marching steps a round"},
        {"fused_steps", &LoopParams::fused_steps, 1, 16, "marching steps between two looks at buffer or map"},
        {"buffer_length", &LoopParams::buffer_length, 2, 64, "segments in the ring buffer, a power of two"},
        {"decisions", &LoopParams::decisions, 1, 1024, "persistent: rounds between two chances for new rays"},
        {"pool_tiles", &LoopParams::pool_tiles, 1, 64, "persistent: warp tiles in a pool"}};
    return all;
}

bool uses(const TraversalInfo &info, int LoopParams::*parameter) {
    const Traversal traversal = info.traversal;
    const bool refills_lanes = info.persistent && traversal != Traversal::persistent_warp_refill;
    const bool buffered = info.persistent || traversal == Traversal::buffered_for_for ||
                          traversal == Traversal::buffered_for_for_with_flags;
    const bool maps = info.data == SkipData::distance_all || info.data == SkipData::distance_octants;
    if (parameter == &LoopParams::decisions) {
        return refills_lanes;
    }
    if (parameter == &LoopParams::pool_tiles) {
        return refills_lanes && traversal != Traversal::persistent_interleaved;
    }
    if (parameter == &LoopParams::buffer_length) {
        return buffered;
    }
    return buffered || maps || (traversal == Traversal::for_for && parameter != &LoopParams::fused_steps);
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

} // namespace voxmarch
