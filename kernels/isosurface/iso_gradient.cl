// Gradients at voxels, and the normal of the surface between two of them.
// Provides: gradient_at, normal_of.   Requires: vectors.cl, iso_vertex.cl, iso_normals_*.cl.

// Change of the value along one axis at a voxel in memory.
static float slope_at(__global const scalar_t *voxel, int at, int last, size_t stride) {
    const int low = at > 0, high = at < last;
    return slope(*(voxel - (low ? stride : 0)), *voxel, voxel[high ? stride : 0], low, high);
}

// Gradient at a voxel, in stored values per smallest spacing; angles are the world's.
static float3 gradient_at(IsoParams params, __global const scalar_t *voxels, int3 p) {
    __global const scalar_t *voxel = voxels + voxel_index(params.dims, p.x, p.y, p.z);
    const size_t row = (size_t)params.dims[0], slice = row * (size_t)params.dims[1];
    return (float3)(slope_at(voxel, p.x, params.dims[0] - 1, 1) * params.inv_spacing[0],
                    slope_at(voxel, p.y, params.dims[1] - 1, row) * params.inv_spacing[1],
                    slope_at(voxel, p.z, params.dims[2] - 1, slice) * params.inv_spacing[2]);
}

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
