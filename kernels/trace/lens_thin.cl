// A thin lens: light from a place in the plane of the focus comes to one pixel, whatever place of the lens it goes
// through; light from a place at distance d is spread over a disc of aperture |d - focus| / focus in that plane.
// Provides: go_through_lens.   Requires: trace_params.h, philox.cl.

// Moves a line of sight to a place of the lens, each as likely. Beside parallel lines of sight each has a lens of its own.
// eye      aligned space, where the line begins
// through  way along it to depth 1, then to the plane of the focus
static void go_through_lens(__global const TraceParams *trace, Random *random, float3 *eye, float3 *through) {
    const float radius = sqrt(next_random(random)), angle = 2.0f * M_PI_F * next_random(random);
    const float3 place = radius * (cos(angle) * vload3(0, trace->lens_right) + sin(angle) * vload3(0, trace->lens_up));
    *eye += place;
    *through = trace->focus * *through - place;
}
