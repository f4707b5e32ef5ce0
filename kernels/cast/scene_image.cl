// The scene of the image back end: voxels in 3D images, the transfer table in local memory.
// Provides: SCENE_PARAMS, SCENE, OPACITY_TABLE, COLOR_TABLE.   Requires: shared_types.h.

#define OPACITY_TABLE __local float2
#define COLOR_TABLE __local uint2

// OpenCL C 1.2 cannot hold images in a struct, so this pair of macros passes the scene through every function
// (the frame's parameters go before it). What a frame does not use is a stand-in:
//   scalars    R8, R16 or R32F, the stored values
//   colors     RGBA8 colour and opacity per voxel length, pre-classified frames only
//   normals    RGBA8 normals 0.5 + 0.5 n and gradient magnitude, shaded frames only
//   lights     RGBA8 light volume: r = transmittance towards the light, g = share of the surroundings that is seen
//   octree, nodes   layout and states of the octree's nodes (octree_layout.h)
//   distances       distance maps of its leaves (distance_map.cl)
//   bounds          values of its nodes, projections only (node_bounds.cl)
//   opacities, table_colors, table_2d   the transfer tables, see shared_types.h
//   labels, label_colors   a label a voxel, and what a label does to samples (label_volume.cl)
//   offsets    lattice offsets of pixels, [0, 1), a tile of (offset_mask + 1)^2; one number 0.5 without jitter
//   pages      where bricks lie (brick_pages.cl)
//   requests   bricks that rays wait for (request_bricks.cl)
//   channel_1 .. channel_3, channel_params, channel_opacities, channel_colors   channels behind the first, stored values,
//              and the transfer tables of all (classify_channels.cl)
#define SCENE_PARAMS                                                                                                   \
    __read_only image3d_t scalars, __read_only image3d_t colors, __read_only image3d_t normals,                        \
        __read_only image3d_t lights, OCTREE_LAYOUT *octree, __global const uchar *nodes,                              \
        __global const uchar *distances, __global const int2 *bounds, OPACITY_TABLE *opacities,                        \
        COLOR_TABLE *table_colors, __global const uint4 *table_2d, __global const ushort *labels,                      \
        __global const uint *label_colors, __global const float *offsets, __global const uint *pages,                  \
        volatile __global uint *requests, __read_only image3d_t channel_1, __read_only image3d_t channel_2,            \
        __read_only image3d_t channel_3,                                                                               \
        __global const ChannelParams *channel_params, __global const float2 *channel_opacities,                        \
        __global const uint2 *channel_colors
#define SCENE                                                                                                          \
    scalars, colors, normals, lights, octree, nodes, distances, bounds, opacities, table_colors, table_2d, labels,     \
        label_colors, offsets, pages, requests, channel_1, channel_2, channel_3, channel_params,               \
        channel_opacities, channel_colors
