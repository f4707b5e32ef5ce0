// Normals by central differences.
// Provides: HAS_NORMALS, normal_of.   Requires: iso_vertex.cl.

enum { HAS_NORMALS = 1 };

// Normal at share t of an edge along `axis`, towards lower values (higher ones if flipped). Where the gradient
// vanishes, along the edge; `rising` says whether values rise along it.
// here, next  gradients at the voxels at its ends
static float3 normal_of(IsoParams params, float3 here, float3 next, int axis, float t, int rising) {
    const float3 gradient = mix(here, next, t);
    const float squared = dot(gradient, gradient);
    const float3 upward =
        squared > 0.0f ? gradient * rsqrt(squared) : convert_float3(step_along(axis)) * (rising ? 1.0f : -1.0f);
    return params.flip ? upward : -upward;
}
