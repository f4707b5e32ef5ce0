// The layout of an octree over a volume.
#include "octree/layout.h"

#include "base/error.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

namespace {

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
    OctreeLayout layout{};
    layout.leaf_log2 = std::countr_zero(static_cast<unsigned>(leaf_edge));
    int longest = 1;
    for (std::size_t i = 0; i < 3; ++i) {
        layout.voxels[i] = dims[i];
        layout.leaves[i] = std::max(1, (dims[i] - 1 + leaf_edge - 1) / leaf_edge);
        longest = std::max(longest, layout.leaves[i]);
    }
    layout.levels = std::bit_width(static_cast<unsigned>(longest - 1)) + 1;
    std::int64_t offset = 0;
    for (int level = 0; level < layout.levels; ++level) {
        layout.offsets[level] = static_cast<vx_int>(offset);
        offset += nodes_of_level(layout, level);
        if (level >= OCTREE_MAX_LEVELS || offset > std::numeric_limits<vx_int>::max()) {
            throw UnsupportedError(fmt::format("an octree with leaves of {} cells over {}x{}x{} voxels has more than "
                                               "2^31 nodes: use a larger --leaf-size",
                                               leaf_edge, dims[0], dims[1], dims[2]));
        }
    }
    return layout;
}

std::int64_t octree_node_count(const OctreeLayout &layout) {
    return layout.offsets[layout.levels - 1] + nodes_of_level(layout, layout.levels - 1);
}

std::int64_t octree_leaf_count(const OctreeLayout &layout) { return nodes_of_level(layout, 0); }

} // namespace voxmarch
