// The scene of the packet back end: voxels and the transfer table in plain buffers.
// Provides: SCENE_PARAMS, SCENE.   Requires: shared_types.h, packet_scalar_*.cl, channel_types.cl.

// The parameters are those of scene_buffer.cl, with the transfer table in global memory: a CPU's caches hold it.
#define SCENE_PARAMS                                                                                                   \
    __global const scalar_t *scalars, __global const uint *colors, __global const uint *normals,                       \
        __global const uint *lights, OCTREE_LAYOUT *octree, __global const uchar *nodes,                               \
        __global const uchar *distances, __global const int2 *bounds, __global const float2 *opacities,                \
        __global const uint2 *table_colors, __global const uint4 *table_2d, __global const ushort *labels,             \
        __global const uint *label_colors, __global const float *offsets, __global const uint *pages,                  \
        volatile __global uint *requests, __global const channel_1_t *channel_1,                                       \
        __global const channel_2_t *channel_2, __global const channel_3_t *channel_3,                                  \
        __global const ChannelParams *channel_params, __global const float2 *channel_opacities,                        \
        __global const uint2 *channel_colors
#define SCENE                                                                                                          \
    scalars, colors, normals, lights, octree, nodes, distances, bounds, opacities, table_colors, table_2d, labels,     \
        label_colors, offsets, pages, requests, channel_1, channel_2, channel_3, channel_params,               \
        channel_opacities, channel_colors
