// Three-component vectors of 16 lanes: what float3 is to one pixel, Vector16 is to a packet of 16.
// Provides: Vector16, splat, dot16, along, scaled, nonzero16.   Requires: shared_types.h.
//
// A packet is a software warp: one work-item carries 16 rays, one in each lane of float16 values. Masks are int16,
// -1 where a lane takes part and 0 where it does not.

typedef struct Vector16 {
    float16 x, y, z;
} Vector16;

// The same vector in every lane.
static Vector16 splat(const float *v) {
    Vector16 result;
    result.x = (float16)(v[0]);
    result.y = (float16)(v[1]);
    result.z = (float16)(v[2]);
    return result;
}

static float16 dot16(Vector16 a, Vector16 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// a + t * b
static Vector16 along(Vector16 a, float16 t, Vector16 b) {
    Vector16 result;
    result.x = fused(t, b.x, a.x);
    result.y = fused(t, b.y, a.y);
    result.z = fused(t, b.z, a.z);
    return result;
}

// nonzero of vectors.cl in lanes.
static float16 nonzero16(float16 slope) {
    return select(slope, copysign((float16)(1e-9f), slope), fabs(slope) < 1e-9f);
}

static Vector16 scaled(float factor, Vector16 v) {
    v.x *= factor;
    v.y *= factor;
    v.z *= factor;
    return v;
}
