// Makes the layout of an octree over a volume.
#pragma once

#include "kernels/shared/octree_layout.h"

#include <array>
#include <cstdint>

namespace voxmarch {

/// @param dims       voxels along each axis, 1 .. max_axis_length
/// @param leaf_edge  1, 2, 4, 8, 16 or 32 cells
/// @throws UsageError for another edge; UnsupportedError for 2^31 nodes or more (a larger leaf is the remedy)
OctreeLayout make_octree_layout(const std::array<int, 3> &dims, int leaf_edge);

/// All nodes of all levels.
std::int64_t octree_node_count(const OctreeLayout &layout);

/// Nodes of level 0.
std::int64_t octree_leaf_count(const OctreeLayout &layout);

/// Entries of the distance map that has one for each leaf and octant of directions.
/// @throws UnsupportedError for 2^31 or more, which kernels cannot address (a larger leaf is the remedy)
std::int64_t octree_octant_count(const OctreeLayout &layout);

/// Bytes of all nodes coded in pairs (kernels/shared/node_pairs.h), with CODED_BYTES_BEHIND of them.
std::uint64_t octree_pair_bytes(const OctreeLayout &layout);

inline int octree_leaf_edge(const OctreeLayout &layout) { return 1 << layout.leaf_log2; }

} // namespace voxmarch
