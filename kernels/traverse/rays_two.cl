// Persistent threads with two rays each: a lane whose ray does not want what its warp does casts the other one, if that
// does (several active rays a thread, proposed in thesis 5).
// Provides: cast_pixels.   Requires: held_ray.cl, persistent_ray.cl, pixel.cl, warp_*.cl, pool_*.cl.

// The warp does what more of its lanes have a ray for. Every lane stays in the loop until the last one is done: votes
// need them all.
static void cast_pixels(const FrameParams *frame, SCENE_PARAMS, PIXEL_PARAMS) {
    Pool taken = start_pool();
    HeldRay hand = no_ray(), other = no_ray();
    Ray ray; // of the hand, if it is awake
    Walk walk;
    int awake = 0;
    int pixels_left = 1; // as far as this lane knows
    while (1) {
        awake = !take_ray(frame, SCENE, PIXELS, &taken, hand.wants == NO_RAY, &pixels_left, &hand) && awake;
        take_ray(frame, SCENE, PIXELS, &taken, other.wants == NO_RAY, &pixels_left, &other);
        if (!warp_any(hand.wants != NO_RAY || other.wants != NO_RAY || pixels_left)) {
            return;
        }
        for (int i = 0; i < DECISIONS; ++i) {
            const int may_traverse = hand.wants == RAY_TRAVERSES || other.wants == RAY_TRAVERSES;
            const int may_march = hand.wants == RAY_MARCHES || other.wants == RAY_MARCHES;
            const int traverses = warp_count(may_traverse) > warp_count(may_march);
            const int wanted = traverses ? RAY_TRAVERSES : RAY_MARCHES;
            if (hand.wants == NO_RAY || (hand.wants != wanted && other.wants == wanted)) {
                const HeldRay put_away = hand;
                hand = other;
                other = put_away;
                awake = 0;
            }
            if (hand.wants != NO_RAY) {
                if (!awake) {
                    wake_ray(frame, SCENE, &hand, &ray, &walk);
                    awake = 1;
                }
                cast_round(frame, SCENE, PIXELS, &ray, &walk, &hand, traverses);
            }
        }
    }
}
