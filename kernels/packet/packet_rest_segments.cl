// What is left of 16 rays between their last whole steps and surfaces: nothing for pre-integrated samples, the last of
// which reaches to the end of its ray; rest_segments.cl in lanes.
// Provides: samples_before_surfaces, integrate_rests.   Requires: packet_integrate.cl.

static float16 samples_before_surfaces(const Rays *rays) {
    return select((float16)(0.0f), max(ceil(rays->exit), 1.0f), rays->exit > rays->entry);
}

static void integrate_rests(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, int16 lanes, Front *front,
                            Counts *counts) {}
