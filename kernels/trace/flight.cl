// How far light comes between two collisions.
// Provides: fly, transmittance.   Requires: philox.cl, extinction.cl, matter_*.cl, way.cl, spans_*.cl, surfaces_*.cl.

// To the next tentative collision. A bound of the extinction (majorant) makes it a matter of chance alone: they come as
// in matter that is as dense as the bound, and one is real with probability extinction / bound (delta tracking: Woodcock
// 1965). Bounds that are too large cost time, none changes what is found; what is left of the optical depth where a span
// ends goes on in the next one.
// t     aligned lengths; becomes that of the collision
// span  around it
// Returns 0 where the way ends before.
static int next_tentative(SCENE_PARAMS, __global const TraceParams *trace, __global const float *majorants,
                          const Flight *flight, Random *random, Span *span, float *t) {
    float depth = -log(1.0f - next_random(random));
    while (*t < flight->end) {
        const float room = (span->end - *t) * span->majorant;
        if (depth < room) {
            *t += depth / span->majorant;
            return 1;
        }
        depth -= room;
        *t = span->end;
        *span = next_span(SCENE, trace, majorants, flight, *span);
    }
    return 0;
}

// Returns true, the place and its matter at the next real collision.
static int fly(const FrameParams *frame, SCENE_PARAMS, __global const TraceParams *trace,
               __global const float *majorants, const Flight *flight, Random *random, float *place, Matter *matter) {
    float t = flight->begin;
    Span span = first_span(SCENE, trace, majorants, flight);
    while (next_tentative(SCENE, trace, majorants, flight, random, &span, &t)) {
        *matter = matter_at(frame, SCENE, place_in_flight(flight, t));
        if (next_random(random) * span.majorant < extinction_of(matter->opacity)) {
            *place = t;
            return 1;
        }
    }
    return 0;
}

// Share of the light that comes through, as an estimate whose mean is right: surfaces and each tentative collision take
// their share
// (ratio tracking: Novak, Selle and Jarosz 2014). Where little is left, half of the paths go on with twice as much.
static float transmittance(const FrameParams *frame, SCENE_PARAMS, __global const TraceParams *trace,
                           __global const float *majorants, const Isosurfaces *isosurfaces, const Flight *flight,
                           Random *random) {
    const float little = 0.05f;
    float share = let_through_by_surfaces(frame, SCENE, isosurfaces, flight);
    if (share <= 0.0f) {
        return 0.0f;
    }
    float t = flight->begin;
    Span span = first_span(SCENE, trace, majorants, flight);
    while (next_tentative(SCENE, trace, majorants, flight, random, &span, &t)) {
        const float extinction = extinction_of(matter_at(frame, SCENE, place_in_flight(flight, t)).opacity);
        share *= fmax(1.0f - extinction / span.majorant, 0.0f);
        if (share < little) {
            if (next_random(random) < 0.5f) {
                return 0.0f;
            }
            share *= 2.0f;
        }
    }
    return share;
}
