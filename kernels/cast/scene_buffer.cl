// The scene of the buffer back end: voxels in plain buffers, the transfer table in local memory.
// Provides: SCENE_PARAMS, SCENE, OPACITY_TABLE, COLOR_TABLE.   Requires: shared_types.h, scalar_*.cl, channel_types.cl.

#define OPACITY_TABLE __local float2
#define COLOR_TABLE __local uint2

// The parameters are those of scene_image.cl; buffers are tightly packed, x fastest.
#define SCENE_PARAMS                                                                                                   \
    __global const scalar_t *scalars, __global const uchar4 *colors, __global const uchar4 *normals,                   \
        __global const uchar4 *lights, OCTREE_LAYOUT *octree, __global const uchar *nodes,                             \
        __global const uchar *distances, __global const int2 *bounds, OPACITY_TABLE *opacities,                        \
        COLOR_TABLE *table_colors, __global const uint4 *table_2d, __global const ushort *labels,                      \
        __global const uint *label_colors, __global const float *offsets, __global const uint *pages,                  \
        volatile __global uint *requests, __global const channel_1_t *channel_1,                                       \
        __global const channel_2_t *channel_2, __global const channel_3_t *channel_3,                                  \
        __global const ChannelParams *channel_params, __global const float2 *channel_opacities,                        \
        __global const uint2 *channel_colors
#define SCENE                                                                                                          \
    scalars, colors, normals, lights, octree, nodes, distances, bounds, opacities, table_colors, table_2d, labels,     \
        label_colors, offsets, pages, requests, channel_1, channel_2, channel_3, channel_params,               \
        channel_opacities, channel_colors
