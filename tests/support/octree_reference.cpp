// The octree made on the host.
#include "tests/support/octree_reference.h"

#include <algorithm>
#include <cstdlib>

namespace voxmarch {

namespace {

/// Calls visit(x, y, z, address) for every node of a level.
void for_each_node(const OctreeLayout &layout, int level,
                   const std::function<void(int, int, int, std::size_t)> &visit) {
    for (int z = 0; z < octree_nodes(layout.leaves[2], level); ++z) {
        for (int y = 0; y < octree_nodes(layout.leaves[1], level); ++y) {
            for (int x = 0; x < octree_nodes(layout.leaves[0], level); ++x) {
                visit(x, y, z, static_cast<std::size_t>(octree_address(&layout, level, x, y, z)));
            }
        }
    }
}

} // namespace

std::vector<std::uint32_t> reference_node_counts(const OctreeLayout &layout,
                                                 const std::function<double(int, int, int)> &value,
                                                 const std::function<bool(double, double)> &visible) {
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(octree_node_count(layout)));
    const int edge = octree_leaf_edge(layout);
    for_each_node(layout, 0, [&](int i, int j, int k, std::size_t address) {
        double low = value(i * edge, j * edge, k * edge), high = low;
        for (int z = k * edge; z <= std::min((k + 1) * edge, layout.voxels[2] - 1); ++z) {
            for (int y = j * edge; y <= std::min((j + 1) * edge, layout.voxels[1] - 1); ++y) {
                for (int x = i * edge; x <= std::min((i + 1) * edge, layout.voxels[0] - 1); ++x) {
                    low = std::min(low, value(x, y, z));
                    high = std::max(high, value(x, y, z));
                }
            }
        }
        counts[address] = visible(low, high) ? 1 : 0;
    });
    // Every leaf adds itself to all nodes above it.
    for (int level = 1; level < layout.levels; ++level) {
        for_each_node(layout, 0, [&](int i, int j, int k, std::size_t address) {
            const int above = octree_address(&layout, level, i >> level, j >> level, k >> level);
            counts[static_cast<std::size_t>(above)] += counts[address];
        });
    }
    return counts;
}

std::vector<std::uint8_t> reference_node_states(const OctreeLayout &layout, const std::vector<std::uint32_t> &counts,
                                                double threshold) {
    std::vector<std::uint8_t> states(counts.size());
    for (int level = 0; level < layout.levels; ++level) {
        for_each_node(layout, level, [&](int x, int y, int z, std::size_t address) {
            const double leaves = double(octree_leaves_below(layout.leaves[0], level, x)) *
                                  octree_leaves_below(layout.leaves[1], level, y) *
                                  octree_leaves_below(layout.leaves[2], level, z);
            const bool march = level == 0 || counts[address] > threshold * leaves;
            states[address] = counts[address] == 0 ? NODE_EMPTY : (march ? NODE_MARCH : NODE_DESCEND);
        });
    }
    return states;
}

std::vector<std::uint8_t> reference_distance_map(const OctreeLayout &layout, const std::vector<std::uint8_t> &states,
                                                 int limit) {
    std::vector<std::uint8_t> distances(static_cast<std::size_t>(octree_leaf_count(layout)));
    for_each_node(layout, 0, [&](int x, int y, int z, std::size_t address) {
        int nearest = limit;
        for_each_node(layout, 0, [&](int ox, int oy, int oz, std::size_t other) {
            if (states[other] != NODE_EMPTY) {
                nearest = std::min(nearest, std::max({std::abs(ox - x), std::abs(oy - y), std::abs(oz - z)}));
            }
        });
        distances[address] = static_cast<std::uint8_t>(nearest);
    });
    return distances;
}

} // namespace voxmarch
