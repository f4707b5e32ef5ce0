// Pixels of the picture in the order in which persistent threads take them: warp tile by warp tile, 32 pixels each.
// Provides: WARP_TILE_PIXELS, NO_PIXEL_NOW, pixel_count, pixel_of_index.   Requires: shared_types.h.

enum {
    NO_PIXEL_NOW = -1, // ask again
    WARP_TILE_PIXELS = WARP_TILE_WIDTH * WARP_TILE_HEIGHT
};

static int tiles_across(const FrameParams *frame) {
    return (frame->view.size[0] + WARP_TILE_WIDTH - 1) / WARP_TILE_WIDTH;
}

// Pixels of all tiles, those beyond the border of the picture included.
static int pixel_count(const FrameParams *frame) {
    const int down = (frame->view.size[1] + WARP_TILE_HEIGHT - 1) / WARP_TILE_HEIGHT;
    return tiles_across(frame) * down * WARP_TILE_PIXELS;
}

static int2 pixel_of_index(const FrameParams *frame, int index) {
    const int across = tiles_across(frame);
    const int tile = index / WARP_TILE_PIXELS;
    const int place = index % WARP_TILE_PIXELS;
    return (int2)(tile % across * WARP_TILE_WIDTH + place % WARP_TILE_WIDTH,
                  tile / across * WARP_TILE_HEIGHT + place / WARP_TILE_WIDTH);
}
