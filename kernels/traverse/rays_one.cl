// Persistent threads: a fixed number of work-items casts ray after ray, each one at a time (thesis 5, fig. 5.1).
// Provides: cast_pixels.
// Requires: persistent_ray.cl, pixel.cl, warp_*.cl, pool_*.cl, refill_*.cl, decide_*.cl.

// A lane whose ray is done takes a new one while the others go on.
// Every lane of the warp stays in the loop until the last one is done: votes need them all.
static void cast_pixels(const FrameParams *frame, SCENE_PARAMS, PIXEL_PARAMS) {
    Pool taken = start_pool();
    Ray ray;
    Walk walk;
    Segments segments;
    Front front;
    Counts counts;
    int2 xy;
    int casting = 0;     // this lane has a ray
    int pixels_left = 1; // as far as this lane knows
    while (1) {
        const int wants = !casting && pixels_left;
        const int traverses = casting && wants_nodes(&ray, &walk, &segments);
        if (takes_rays(wants, traverses, casting && !traverses)) {
            const int pixel = take_pixel(frame, PIXELS, &taken, wants);
            if (wants && pixel != NO_PIXEL_NOW) {
                pixels_left = pixel < pixel_count(frame);
                casting = pixels_left;
            }
            if (wants && casting) {
                xy = pixel_of_index(frame, pixel);
                ray = make_ray(frame, SCENE, xy.x, xy.y);
                front = empty_front();
                counts = no_counts();
                segments = no_segments();
                walk = start_walk(frame, SCENE, &ray);
            }
        }
        if (!warp_any(casting || pixels_left)) {
            return;
        }

        const int opaque = cast_rounds(frame, SCENE, &ray, &walk, &segments, &front, &counts, casting);
        if (casting && (opaque || ray_is_finished(&ray, &walk, &segments))) {
            if (xy.x < frame->view.size[0] && xy.y < frame->view.size[1]) {
                store_pixel(frame, SCENE, PIXELS, xy, &front, &counts);
            }
            casting = 0;
        }
    }
}
