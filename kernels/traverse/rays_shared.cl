// Persistent threads whose warp has a ray less than two for each lane, 63 for 32, and deals them out each round: as many
// as it has lanes always want the same (proposed in thesis 5, after Aila and Laine 2009).
// Provides: cast_pixels.   Requires: held_ray.cl, pixel.cl, warp_*.cl, pool_*.cl.

// The rays of a warp lie in local memory, the n-th word of all of them in a row: lanes that read neighbours do not wait
// for each other. The last row says which ray a lane casts next.
enum {
    RAY_COUNT_WORDS = sizeof(Counts) / 4,
    RAY_ROWS = SHARED_RAY_WORDS - 1 + 2 * BUFFER_LENGTH + RAY_COUNT_WORDS,
    SLOT_ROWS = RAY_ROWS + 1
};

// place   first word of the ray
// stride  words in a row
static void keep_ray(volatile __local uint *place, uint stride, const HeldRay *held) {
    const Segments *segments = &held->segments;
    const uint words[SHARED_RAY_WORDS - 1] = {(uint)held->wants,
                                              (uint)held->pixel,
                                              as_uint(held->walk_k),
                                              (uint)held->level,
                                              (uint)segments->first,
                                              (uint)segments->count,
                                              as_uint(segments->k),
                                              as_uint(segments->last),
                                              as_uint(segments->steps),
                                              as_uint(held->front.rgb.x),
                                              as_uint(held->front.rgb.y),
                                              as_uint(held->front.rgb.z),
                                              as_uint(held->front.transmittance)};
    for (int i = 0; i < SHARED_RAY_WORDS - 1; ++i, place += stride) {
        *place = words[i];
    }
    for (int i = 0; i < BUFFER_LENGTH; ++i, place += 2 * stride) {
        place[0] = as_uint(segments->begin[i]);
        place[stride] = as_uint(segments->end[i]);
    }
    for (int i = 0; i < RAY_COUNT_WORDS; ++i, place += stride) {
        *place = ((const uint *)&held->counts)[i];
    }
}

static HeldRay kept_ray(volatile __local const uint *place, uint stride) {
    uint words[SHARED_RAY_WORDS - 1];
    for (int i = 0; i < SHARED_RAY_WORDS - 1; ++i, place += stride) {
        words[i] = *place;
    }
    HeldRay held = no_ray();
    held.wants = (int)words[0];
    held.pixel = (int)words[1];
    held.walk_k = as_float(words[2]);
    held.level = (int)words[3];
    held.segments.first = (int)words[4];
    held.segments.count = (int)words[5];
    held.segments.k = as_float(words[6]);
    held.segments.last = as_float(words[7]);
    held.segments.steps = as_float(words[8]);
    held.front.rgb = (float3)(as_float(words[9]), as_float(words[10]), as_float(words[11]));
    held.front.transmittance = as_float(words[12]);
    for (int i = 0; i < BUFFER_LENGTH; ++i, place += 2 * stride) {
        held.segments.begin[i] = as_float(place[0]);
        held.segments.end[i] = as_float(place[stride]);
    }
    for (int i = 0; i < RAY_COUNT_WORDS; ++i, place += stride) {
        ((uint *)&held.counts)[i] = *place;
    }
    return held;
}

// The warp does what more of its rays want. Every lane stays in the loop until the last ray is done: votes need them
// all.
static void cast_pixels(const FrameParams *frame, SCENE_PARAMS, PIXEL_PARAMS) {
    const uint lanes = warp_count(1), lane = warp_rank(1);
    const uint slots = 2 * lanes; // the last one stays without a ray
    volatile __local uint *rays =
        group_pool + GROUP_POOL_LENGTH + (uint)get_local_id(0) / lanes * (SLOT_ROWS * slots);
    volatile __local uint *turns = rays + RAY_ROWS * slots;
    rays[lane] = rays[lanes + lane] = NO_RAY;
    Pool taken = start_pool();
    int pixels_left = 1; // as far as this lane knows
    while (1) {
        // Each lane looks after two slots.
        int wants[2];
        uint traversing = 0, marching = 0;
        for (uint i = 0; i < 2; ++i) {
            const uint slot = i * lanes + lane;
            wants[i] = (int)rays[slot];
            const int room = wants[i] == NO_RAY && slot + 1 < slots;
            HeldRay fresh;
            if (take_ray(frame, SCENE, PIXELS, &taken, room, &pixels_left, &fresh)) {
                wants[i] = fresh.wants;
                keep_ray(rays + slot, slots, &fresh);
            }
            traversing += warp_count(wants[i] == RAY_TRAVERSES);
            marching += warp_count(wants[i] == RAY_MARCHES);
        }
        if (!warp_any(traversing + marching > 0 || pixels_left)) {
            return;
        }

        // The first rays that want it get a lane each.
        const int traverses = traversing >= marching;
        uint dealt = 0;
        for (uint i = 0; i < 2; ++i) {
            const int suits = wants[i] == (traverses ? RAY_TRAVERSES : RAY_MARCHES);
            const uint turn = dealt + warp_rank(suits);
            if (suits && turn < lanes) {
                turns[turn] = i * lanes + lane;
            }
            dealt += warp_count(suits);
        }
        warp_sync();
        if (lane < dealt) {
            volatile __local uint *place = rays + turns[lane];
            HeldRay held = kept_ray(place, slots);
            Ray ray;
            Walk walk;
            wake_ray(frame, SCENE, &held, &ray, &walk);
            cast_round(frame, SCENE, PIXELS, &ray, &walk, &held, traverses);
            keep_ray(place, slots, &held);
        }
        warp_sync();
    }
}
