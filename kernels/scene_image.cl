// The scene of the image back end: voxels in 3D images, the transfer table in local memory.
// Provides: SCENE_PARAMS, SCENE, OPACITY_TABLE, COLOR_TABLE.   Requires: shared_types.h.

#define OPACITY_TABLE __local float2
#define COLOR_TABLE __local uint2

// OpenCL C 1.2 cannot hold images in a struct, so this pair of macros passes the scene through every function
// (the frame's parameters go before it):
//   scalars    R8, R16 or R32F, the stored values
//   colors     RGBA8 colour and opacity per voxel length, pre-classified frames only (else a 1x1x1 dummy)
//   normals    RGBA8 unit normals, 0.5 + 0.5 n, shaded frames only (else a 1x1x1 dummy)
//   octree, nodes   layout and states of the octree's nodes (octree_layout.h), else stand-ins
//   distances        distance maps of its leaves (distance_map.cl), else a stand-in
//   opacities, table_colors   the transfer table, see shared_types.h
#define SCENE_PARAMS                                                                                                   \
    __read_only image3d_t scalars, __read_only image3d_t colors,                  \
        __read_only image3d_t normals, OCTREE_LAYOUT *octree, __global const uchar *nodes,                            \
        __global const uchar *distances, OPACITY_TABLE *opacities, COLOR_TABLE *table_colors
#define SCENE scalars, colors, normals, octree, nodes, distances, opacities, table_colors
