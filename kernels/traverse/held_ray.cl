// A ray of a persistent thread that has several: what is kept of it while others are cast.
// Provides: NO_RAY, RAY_TRAVERSES, RAY_MARCHES, HeldRay, no_ray, take_ray, wake_ray, cast_round.
// Requires: segment_buffer.cl, persistent_ray.cl, pixel.cl, pool_*.cl, warp_*.cl.

// What a ray wants next.
enum { NO_RAY, RAY_TRAVERSES, RAY_MARCHES };

// Ray and walk follow from the pixel and two numbers, and are made again when the ray's turn comes.
typedef struct HeldRay {
    int wants;
    int pixel;    // its index (pool_pixels.cl)
    float walk_k; // members of its walk
    int level;
    Segments segments;
    Front front;
    Counts counts;
} HeldRay;

static HeldRay no_ray(void) {
    HeldRay held;
    held.wants = NO_RAY;
    held.pixel = 0;
    held.walk_k = 0.0f;
    held.level = 0;
    held.segments = no_segments();
    held.front = empty_front();
    held.counts = no_counts();
    return held;
}

// Takes the next pixel for a lane that has room, if one is left. Every lane of the warp calls.
// room         this lane has no ray in `held`
// pixels_left  as far as this lane knows
// Returns true if `held` has got a ray, which wants to traverse.
static int take_ray(const FrameParams *frame, SCENE_PARAMS, PIXEL_PARAMS, Pool *taken, int room, int *pixels_left,
                    HeldRay *held) {
    const int wants = room && *pixels_left;
    if (!warp_any(wants)) {
        return 0;
    }
    const int pixel = take_pixel(frame, PIXELS, taken, wants);
    if (!wants || pixel == NO_PIXEL_NOW) {
        return 0;
    }
    *pixels_left = pixel < pixel_count(frame);
    if (!*pixels_left) {
        return 0;
    }
    *held = no_ray();
    held->wants = RAY_TRAVERSES;
    held->pixel = pixel;
    held->level = octree->levels - 1;
    return 1;
}

// The ray and its walk as far as it has come.
static void wake_ray(const FrameParams *frame, SCENE_PARAMS, const HeldRay *held, Ray *ray, Walk *walk) {
    const int2 xy = pixel_of_index(frame, held->pixel);
    *ray = make_ray(frame, SCENE, xy.x, xy.y);
    *walk = start_walk(frame, SCENE, ray);
    walk->k = held->walk_k;
    walk->leaf = leaf_of_sample(frame, ray, &walk->leaf_ray, held->walk_k);
    walk->level = held->level;
}

// One round of a ray that is awake. Stores its pixel if it is done then, else tells what it wants next.
// traverses  it traverses, else it marches; as far as it can, whatever it wants
static void cast_round(const FrameParams *frame, SCENE_PARAMS, PIXEL_PARAMS, const Ray *ray, Walk *walk, HeldRay *held,
                       int traverses) {
    int opaque = 0;
    if (traverses) {
        traverse_into_buffer(frame, SCENE, ray, walk, &held->segments, &held->counts);
    } else {
        opaque = march_from_buffer(frame, SCENE, ray, &held->segments, &held->front, &held->counts);
    }
    held->walk_k = walk->k;
    held->level = walk->level;
    held->wants = wants_nodes(ray, walk, &held->segments) ? RAY_TRAVERSES : RAY_MARCHES;
    if (opaque || ray_is_finished(ray, walk, &held->segments)) {
        held->wants = NO_RAY;
        const int2 xy = pixel_of_index(frame, held->pixel);
        if (xy.x < frame->view.size[0] && xy.y < frame->view.size[1]) {
            store_pixel(frame, SCENE, PIXELS, xy, &held->front, &held->counts);
        }
    }
}
