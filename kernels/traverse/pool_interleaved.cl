// Persistent threads, interleaved: each work-item takes pixels at a regular distance, without talking to anybody
// (thesis 5).
// Provides: Pool, start_pool, take_pixel.   Requires: pool_pixels.cl, pixel.cl.

typedef int Pool; // next pixel of this work-item

static Pool start_pool(void) { return (int)get_global_id(0); }

static int take_pixel(const FrameParams *frame, PIXEL_PARAMS, Pool *taken, int wants) {
    const int pixel = *taken;
    *taken += wants ? (int)get_global_size(0) : 0;
    return pixel;
}
