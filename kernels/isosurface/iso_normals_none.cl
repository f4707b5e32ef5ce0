// No normals.
// Provides: HAS_NORMALS, normal_of.   Requires: iso_vertex.cl.

enum { HAS_NORMALS = 0 };

static float3 normal_of(IsoParams params, float3 here, float3 next, int axis, float t, int rising) {
    return (float3)(0.0f);
}
