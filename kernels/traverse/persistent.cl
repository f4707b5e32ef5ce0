// Persistent threads: a fixed number of work-items casts ray after ray (thesis 5, fig. 5.1).
// Provides: cast_pixels.
// Requires: segment_buffer.cl, pixel.cl, warp_*.cl, Pool, start_pool, take_pixel; constant DECISIONS.

#ifndef DECISIONS
#define DECISIONS 4 // rounds between two chances to take a new ray
#endif

// A lane whose ray is done takes a new one while the others go on. Whether the warp traverses or marches is decided by
// the majority of its lanes: the flags of buffered-for-for would traverse for the sake of one new ray.
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
        if (warp_any(!casting && pixels_left)) {
            const int wants = !casting && pixels_left;
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

        int opaque = 0;
        for (int i = 0; i < DECISIONS; ++i) {
            const int active = casting && !opaque && !(walk_is_done(&ray, &walk) && buffer_is_empty(&segments));
            const int traverses = active && !walk_is_done(&ray, &walk) && !buffer_is_full(&segments) &&
                                  segments.steps < (float)MARCHING_STEPS;
            if (warp_count(traverses) > warp_count(active && !traverses)) {
                if (active) {
                    traverse_into_buffer(frame, SCENE, &ray, &walk, &segments, &counts);
                }
            } else if (active) {
                opaque = march_from_buffer(frame, SCENE, &ray, &segments, &front, &counts);
            }
        }
        if (casting && (opaque || (walk_is_done(&ray, &walk) && buffer_is_empty(&segments)))) {
            if (xy.x < frame->view.size[0] && xy.y < frame->view.size[1]) {
                store_pixel(frame, SCENE, PIXELS, xy, &front, &counts);
            }
            casting = 0;
        }
    }
}
