// One work-item casts the ray of one pixel.
// Provides: kernel ray_cast.   Requires: scene_*.cl and everything below traverse; constants GROUP_WIDTH, GROUP_HEIGHT.

#ifndef GROUP_WIDTH
#define GROUP_WIDTH 16 // pixels, a multiple of WARP_TILE_WIDTH
#endif
#ifndef GROUP_HEIGHT
#define GROUP_HEIGHT 8 // pixels, a multiple of WARP_TILE_HEIGHT
#endif

// Copies the transfer table into local memory, all work-items of the group together.
static void load_table(__global const float2 *opacity_source, __global const uint2 *color_source, int entries,
                       OPACITY_TABLE *opacities, COLOR_TABLE *table_colors) {
    for (int i = (int)get_local_id(0); i < entries; i += (int)get_local_size(0)) {
        opacities[i] = opacity_source[i];
        table_colors[i] = color_source[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Pixel of this work-item. Every 32 work-items, a warp, take a tile of 8 x 4 pixels; the tiles of a group lie row by
// row in a rectangle of GROUP_WIDTH x GROUP_HEIGHT pixels (thesis 3.6.1).
static int2 pixel_of_work_item(void) {
    const int tiles_across = GROUP_WIDTH / WARP_TILE_WIDTH;
    const int item = (int)get_local_id(0);
    const int warp = item / (WARP_TILE_WIDTH * WARP_TILE_HEIGHT);
    const int lane = item % (WARP_TILE_WIDTH * WARP_TILE_HEIGHT);
    const int2 tile = (int2)(warp % tiles_across, warp / tiles_across);
    const int2 group = (int2)((int)get_group_id(0) * GROUP_WIDTH, (int)get_group_id(1) * GROUP_HEIGHT);
    return group + tile * (int2)(WARP_TILE_WIDTH, WARP_TILE_HEIGHT) +
           (int2)(lane % WARP_TILE_WIDTH, lane / WARP_TILE_WIDTH);
}

// global size: (groups across * GROUP_WIDTH * GROUP_HEIGHT, groups down); local: (GROUP_WIDTH * GROUP_HEIGHT, 1)
// frame_value  by value: its members are then operands of instructions instead of loads in the loop
// pixels       RGBA8, row by row from the top
// counters     see count_on.cl; not touched by count_off.cl
__kernel void ray_cast(const FrameParams frame_value, SCENE_PARAMS, __global const float2 *opacity_source,
                       __global const uint2 *color_source, __global uchar4 *pixels, __global uint *counters) {
    const FrameParams *frame = &frame_value;
    load_table(opacity_source, color_source, (int)frame->table_last + 2, opacities, table_colors);
    const int2 xy = pixel_of_work_item();
    if (xy.x >= frame->size[0] || xy.y >= frame->size[1]) {
        return;
    }

    const Ray ray = make_ray(frame, xy.x, xy.y);
    Front front = empty_front();
    Counts counts = no_counts();
    traverse(frame, SCENE, &ray, &front, &counts);

    const float3 rgb = front.rgb + front.transmittance * vector3(frame->background);
    const int pixel = xy.y * frame->size[0] + xy.x;
    pixels[pixel] = convert_uchar4_sat_rte((float4)(rgb, 1.0f) * 255.0f);
    store_counts(counters, pixel, counts);
}
