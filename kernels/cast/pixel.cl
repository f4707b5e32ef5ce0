// Which pixels a work-group casts, and where finished ones go.
// Provides: GROUP_WIDTH, GROUP_HEIGHT, PIXEL_PARAMS, PIXELS, store_pixel.
// Requires: front_color, count_*.cl, picture_*.cl; constants GROUP_WIDTH, GROUP_HEIGHT.

#ifndef GROUP_WIDTH
#define GROUP_WIDTH 16 // pixels, a multiple of WARP_TILE_WIDTH
#endif
#ifndef GROUP_HEIGHT
#define GROUP_HEIGHT 8 // pixels, a multiple of WARP_TILE_HEIGHT
#endif

// pixels    row by row from the top
// counters  see count_on.cl; not touched by count_off.cl
// pool      next pixels for persistent threads, 0 at the start of a frame
// group_pool  the same for a work-group, GROUP_POOL_LENGTH numbers, all 0 at its start; behind them the rays that its
//             warps share, if they do (rays_shared.cl)
// states      of rays that wait for bricks; cast_pixel_waves.cl alone
// layers      surfaces in the volume (layer.cl), layer_count of them at most along a ray; cast_pixel_layers.cl alone
#define PIXEL_PARAMS __global Pixel *pixels, __global uint *counters, volatile __global uint *pool,                    \
                     volatile __local uint *group_pool, __global const uint2 *layers, const int layer_count,             \
                     __global uint *states
#define PIXELS pixels, counters, pool, group_pool, layers, layer_count, states

static void store_pixel(const FrameParams *frame, SCENE_PARAMS, PIXEL_PARAMS, int2 xy, const Front *front,
                        const Counts *counts) {
    const int pixel = xy.y * frame->view.size[0] + xy.x;
    pixels[pixel] = make_pixel(front_color(frame, SCENE, front), front_alone(frame, SCENE, front));
    store_counts(counters, pixel, counts);
}
