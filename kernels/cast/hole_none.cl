// Nothing is cut out of the volume.
// Provides: Hole, no_hole, find_hole, hole_behind, in_hole, crosses_hole, seen_opacity, rest_in_hole,
// samples_in_hole, room_at_hole, behind_hole.
// Requires: shared_types.h.

typedef int Hole;

static Hole no_hole(void) { return 0; }

static Hole find_hole(const FrameParams *frame, float3 origin, float3 direction, float t_first, float t_near,
                      float t_far) {
    return 0;
}

static Hole hole_behind(Hole hole, float steps) { return hole; }
static int in_hole(Hole hole, float k) { return 0; }

static int crosses_hole(Hole hole, float2 *ends, int2 *faces) {
    *ends = (float2)(0.0f);
    *faces = (int2)(-1);
    return 0;
}

static float seen_opacity(Hole hole, float k, float2 step, float opacity) { return opacity; }
static int rest_in_hole(Hole hole, float whole, float k) { return 0; }
static float samples_in_hole(Hole hole, float k, float end) { return 0.0f; }
static float room_at_hole(Hole hole, float k) { return 1e30f; }

static int behind_hole(Hole hole, float k, float step, float *depth, int *face) { return 0; }
