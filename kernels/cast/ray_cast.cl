// The ray casting kernel of the back ends with one pixel a work-item.
// Provides: kernel ray_cast.   Requires: load_table.cl, cast_pixels.

#ifdef REGISTER_LIMIT // compilers heed it only where no size of groups is required
#define GROUP_SIZE
#else
#define GROUP_SIZE __attribute__((reqd_work_group_size(GROUP_WIDTH * GROUP_HEIGHT, 1, 1)))
#endif

// frame_value  by value: its members are then operands of instructions instead of loads in the loop
__kernel GROUP_SIZE
void ray_cast(const FrameParams frame_value, SCENE_PARAMS, PIXEL_PARAMS,
                       __global const float2 *opacity_source, __global const uint2 *color_source) {
    const FrameParams *frame = &frame_value;
    for (int i = (int)get_local_id(0); i < GROUP_POOL_LENGTH; i += (int)get_local_size(0)) {
        group_pool[i] = 0;
    }
    load_table(opacity_source, color_source, (int)frame->table.last + 2, opacities, table_colors);
    cast_pixels(frame, SCENE, PIXELS);
}
