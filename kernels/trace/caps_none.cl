// Isosurfaces stay open where clipping cuts them.
// Provides: stop_at_cap, let_through_by_caps.   Requires: isosurfaces.cl, philox.cl, way.cl, scene_*.cl.

static SurfaceHit stop_at_cap(const FrameParams *frame, SCENE_PARAMS, const Isosurfaces *isosurfaces, Flight *flight,
                              Random *random) {
    return no_hit();
}

static float let_through_by_caps(const FrameParams *frame, SCENE_PARAMS, const Isosurfaces *isosurfaces,
                                 const Flight *flight) {
    return 1.0f;
}
