// Each work-item casts the ray of one pixel.
// Provides: cast_pixels.   Requires: cast_pixel.

// Pixel of this work-item. Every 32 work-items, a warp, take a tile of 8 x 4 pixels; the tiles of a group lie row by
// row in a rectangle of GROUP_WIDTH x GROUP_HEIGHT pixels (thesis 3.6.1).
static int2 pixel_of_work_item(void) {
    const int tiles_across = GROUP_WIDTH / WARP_TILE_WIDTH;
    const int item = (int)get_local_id(0);
    const int warp = item / (WARP_TILE_WIDTH * WARP_TILE_HEIGHT);
    const int lane = item % (WARP_TILE_WIDTH * WARP_TILE_HEIGHT);
    const int2 tile = (int2)(warp % tiles_across, warp / tiles_across);
    const int2 group = (int2)((int)get_group_id(0) * GROUP_WIDTH, (int)get_global_id(1) * GROUP_HEIGHT);
    return group + tile * (int2)(WARP_TILE_WIDTH, WARP_TILE_HEIGHT) +
           (int2)(lane % WARP_TILE_WIDTH, lane / WARP_TILE_WIDTH);
}

// global size: (groups across * GROUP_WIDTH * GROUP_HEIGHT, groups down), or some rows of groups, which have the global
// ids that they have in the whole; local: (GROUP_WIDTH * GROUP_HEIGHT, 1)
static void cast_pixels(const FrameParams *frame, SCENE_PARAMS, PIXEL_PARAMS) {
    cast_pixel(frame, SCENE, PIXELS, pixel_of_work_item());
}
