// The layout of an octree over a volume.
#include "octree/layout.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "kernels/shared/node_pairs.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

namespace {

constexpr int levels_over(int leaves) { return std::bit_width(static_cast<unsigned>(leaves - 1)) + 1; }

// A volume of the greatest length, in leaves of one cell, needs no more levels than a layout has room for.
static_assert(levels_over(static_cast<int>(max_axis_length) - 1) <= OCTREE_MAX_LEVELS);

std::int64_t nodes_of_level(const OctreeLayout &layout, int level) {
    std::int64_t nodes = 1;
    for (const int leaves : layout.leaves) {
        nodes *= octree_nodes(leaves, level);
    }
    return nodes;
}

} // namespace

OctreeLayout make_octree_layout(const std::array<int, 3> &dims, int leaf_edge) {
    if (leaf_edge < 1 || leaf_edge > 32 || !std::has_single_bit(static_cast<unsigned>(leaf_edge))) {
        throw UsageError(fmt::format("leaf size {} must be 1, 2, 4, 8, 16 or 32 cells", leaf_edge));
    }
    for (const int voxels : dims) {
        if (voxels < 1 || voxels > max_axis_length) {
            throw UnsupportedError(fmt::format("an octree over {}x{}x{} voxels: an axis has 1 to {} voxels", dims[0],
                                               dims[1], dims[2], max_axis_length));
        }
    }
    OctreeLayout layout{};
    layout.leaf_log2 = std::countr_zero(static_cast<unsigned>(leaf_edge));
    int longest = 1;
    for (std::size_t i = 0; i < 3; ++i) {
        layout.voxels[i] = dims[i];
        layout.leaves[i] = std::max(1, (dims[i] - 1 + leaf_edge - 1) / leaf_edge);
        longest = std::max(longest, layout.leaves[i]);
    }
    layout.levels = levels_over(longest);
    std::int64_t offset = 0;
    for (int level = 0; level < layout.levels; ++level) {
        layout.offsets[level] = static_cast<vx_int>(offset);
        offset += nodes_of_level(layout, level);
        if (offset > std::numeric_limits<vx_int>::max()) {
            throw UnsupportedError(fmt::format("an octree with leaves of {} cells over {}x{}x{} voxels has more than "
                                               "2^31 nodes",
                                               leaf_edge, dims[0], dims[1], dims[2]),
                                   {{Remedy::larger_leaves}});
        }
    }
    return layout;
}

std::int64_t octree_node_count(const OctreeLayout &layout) {
    return layout.offsets[layout.levels - 1] + nodes_of_level(layout, layout.levels - 1);
}

std::int64_t octree_leaf_count(const OctreeLayout &layout) { return nodes_of_level(layout, 0); }

std::uint64_t octree_pair_bytes(const OctreeLayout &layout) {
    const auto nodes = static_cast<std::uint64_t>(octree_node_count(layout));
    return (nodes + CODED_NODES - 1) / CODED_NODES * CODED_NODE_BYTES + CODED_BYTES_BEHIND;
}

std::int64_t octree_octant_count(const OctreeLayout &layout) {
    const std::int64_t count = 8 * octree_leaf_count(layout);
    if (count > std::numeric_limits<vx_int>::max()) {
        throw UnsupportedError(fmt::format("a map of distances for eight octants over {} leaves of {} cells has more "
                                           "than 2^31 entries",
                                           octree_leaf_count(layout), octree_leaf_edge(layout)),
                               {{Remedy::larger_leaves}});
    }
    return count;
}

} // namespace voxmarch
