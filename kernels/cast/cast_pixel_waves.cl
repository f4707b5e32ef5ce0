// Casts the ray of one pixel as far as the bricks on its way are there, wave by wave: where one is missing the ray
// waits with what it has gathered, and goes on in a later wave.
// Provides: cast_pixel.   Requires: traverse, pixel.cl.
//
// states  eight words a pixel, zero before the first wave: 1 once the ray has begun, bits of the sample it waits at
//         (< 0: it has ended), then what it has gathered (store_front)

// Pixels beyond the border of the picture cast an empty ray: their warp may need their votes.
static void cast_pixel(const FrameParams *frame, SCENE_PARAMS, PIXEL_PARAMS, int2 xy) {
    const int inside = xy.x < frame->view.size[0] && xy.y < frame->view.size[1];
    __global uint *state = states + 8 * ((size_t)xy.y * (size_t)frame->view.size[0] + (size_t)xy.x);
    Front front = empty_front();
    float first = 0.0f;
    if (inside && state[0]) {
        first = as_float(state[1]);
        load_front(state + 2, &front);
    }
    const int goes_on = inside && first >= 0.0f;
    Ray ray = make_ray(frame, SCENE, xy.x, xy.y);
    ray.sample_count = goes_on ? ray.sample_count : 0.0f;
    ray.first = fmax(first, 0.0f);
    front.waits_at = -1.0f;
    Counts counts = no_counts();
    traverse(frame, SCENE, &ray, &front, &counts);
    if (goes_on) {
        state[0] = 1u;
        state[1] = as_uint(front.waits_at);
        store_front(&front, state + 2);
        if (front.waits_at < 0.0f) {
            store_pixel(frame, SCENE, PIXELS, xy, &front, &counts);
        }
    }
}
