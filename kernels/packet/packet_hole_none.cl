// Nothing is cut out of the volume.
// Provides: Holes, find_holes, holes_behind, in_holes, seen_opacities, rests_in_holes, samples_in_holes,
// rooms_at_holes, behind_holes.
// Requires: packet_types.cl.

typedef int Holes;

static Holes find_holes(const FrameParams *frame, const Vector16 *origin, const Vector16 *direction, float16 t_first,
                        float16 t_near, float16 t_far) {
    return 0;
}

static Holes holes_behind(Holes holes, float16 steps) { return holes; }
static int16 in_holes(const Holes *holes, float16 k) { return (int16)(0); }

static float16 seen_opacities(const Holes *holes, float16 k, float16 begin, float16 end, float16 opacity) {
    return opacity;
}

static int16 rests_in_holes(const Holes *holes, float16 whole, float16 k) { return (int16)(0); }
static int16 samples_in_holes(const Holes *holes, int16 k, int16 end) { return (int16)(0); }
static float16 rooms_at_holes(const Holes *holes, float16 k) { return (float16)(1e30f); }

static int16 behind_holes(const Holes *holes, float16 k, float step, float16 *depth, int16 *face) {
    *depth = (float16)(1.0f);
    *face = (int16)(-1);
    return (int16)(0);
}
