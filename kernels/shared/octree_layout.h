// Where the nodes of the octree lie: address arithmetic shared by host and kernels (thesis 4.1).
//
// The octree is almost complete and packed level by level in one array, without child pointers:
//
//   leaves (level 0)                 level 1         level 2 (root)
//   +--+--+--+--+--+                 +-----+-----+-- +
//   | 0| 1| 2| 3| 4|   x fastest,    | 15  | 16  |17    21
//   +--+--+--+--+--+   then y, z     +-----+-----+-- +
//   | 5| 6| 7| 8| 9|                 | 18  | 19  |20    ...
//   +--+--+--+--+--+                 +-----+-----+-- +
//   |10|11|12|13|14|
//   +--+--+--+--+--+                 address = offsets[level] + (z * ny + y) * nx + x
//
// Level l has ceil(leaves / 2^l) nodes along each axis: nodes wholly outside the volume are not stored. The faces of
// leaves run through voxel centres. A leaf of edge n covers the cells i n .. i n + n - 1 along an axis, and therefore
// the voxels i n .. i n + n: the voxels on its far faces are its neighbour's too, because interpolation reads across.
#ifndef VOXMARCH_KERNELS_OCTREE_LAYOUT_H
#define VOXMARCH_KERNELS_OCTREE_LAYOUT_H

#ifndef __OPENCL_VERSION__
#include "kernels/shared/shared_types.h"
#endif

/// Kernels read the layout from global memory: some drivers cannot index arrays of parameters, and lanes that index
/// constant memory differently wait for each other.
#ifdef __OPENCL_VERSION__
#define OCTREE_LAYOUT __global const OctreeLayout
#else
#define OCTREE_LAYOUT const OctreeLayout
#endif

/// Room for 2^23 leaves along an axis. Volumes have at most 2^20 voxels along one (base/checked_size.h), that is 21
/// levels; three more make the size of the struct a multiple of 16 bytes.
enum { OCTREE_MAX_LEVELS = 24 };

typedef struct OctreeLayout {
    vx_int voxels[3];                   ///< of the volume
    vx_int leaf_log2;                   ///< leaf edge n = 2^leaf_log2 cells, 0 .. 5
    vx_int leaves[3];                   ///< max(1, ceil((voxels - 1) / n))
    vx_int levels;                      ///< 1 .. 21; the root is at level `levels` - 1
    vx_int offsets[OCTREE_MAX_LEVELS];  ///< address of the first node of a level
} OctreeLayout;

VX_STATIC_ASSERT(octree_layout_is_128_bytes, sizeof(OctreeLayout) == 128);

/// Nodes along an axis at a level.
static inline vx_int octree_nodes(vx_int leaves, vx_int level) { return (leaves + (1 << level) - 1) >> level; }

/// Address of node (x, y, z) of a level.
static inline vx_int octree_address(OCTREE_LAYOUT *layout, vx_int level, vx_int x, vx_int y, vx_int z) {
    const vx_int nx = octree_nodes(layout->leaves[0], level);
    const vx_int ny = octree_nodes(layout->leaves[1], level);
    return layout->offsets[level] + (z * ny + y) * nx + x;
}

/// Leaves really there along one axis below node i of a level.
static inline vx_int octree_leaves_below(vx_int leaves, vx_int level, vx_int i) {
    const vx_int behind = (i + 1) << level;
    return (behind < leaves ? behind : leaves) - (i << level);
}

/// Voxels by which a sample may lie beside its ray, and a little more: its place and the eye are each rounded to half of
/// the distance of floats near LATTICE_OFFSET and the longest edge of the volume.
static inline vx_float octree_sample_rounding(OCTREE_LAYOUT *layout) {
    const vx_int nx = layout->voxels[0], ny = layout->voxels[1], nz = layout->voxels[2];
    const vx_int longer = nx > ny ? nx : ny, longest = longer > nz ? longer : nz;
    return 1.2e-7f * (LATTICE_OFFSET + (vx_float)longest) + 1e-3f;
}

/// What a ray does at a node.
enum {
    NODE_EMPTY = 0,   ///< no sample in it can be seen: skip it
    NODE_DESCEND = 1, ///< look at its children
    NODE_MARCH = 2    ///< occupancy above the threshold: march through it
};

#endif
