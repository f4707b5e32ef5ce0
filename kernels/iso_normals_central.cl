// Normals by central differences.
// Provides: write_normal.   Requires: iso_vertex.cl.

// Normal at share t of the edge from `voxel` along `axis`, towards lower values (higher ones if flipped). Where the
// gradient vanishes, along the edge; `rising` says whether values rise along it.
static void write_normal(IsoParams params, __global const scalar_t *voxels, int3 voxel, int axis, float t, int rising,
                         uint index, __global float *normals) {
    const int3 along = step_along(axis);
    const float3 gradient = mix(gradient_at(params, voxels, voxel), gradient_at(params, voxels, voxel + along), t);
    const float squared = dot(gradient, gradient);
    const float3 upward = squared > 0.0f ? gradient * rsqrt(squared) : convert_float3(along) * (rising ? 1.0f : -1.0f);
    vstore3(params.flip ? upward : -upward, (size_t)index, normals);
}
