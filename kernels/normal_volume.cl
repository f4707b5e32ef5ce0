// Makes the normal volume: unit vectors against the gradient, in aligned space (thesis 3.5.2).
// Provides: kernel normal_volume.   Requires: gradient_*.cl, store_*.cl.

// Differences per voxel become differences per length by the spacing of each axis, so that normals are right for
// unequal spacing. Voxels without a gradient get the zero vector: they are not lit.
// normals  RGBA8, 0.5 + 0.5 n
// global size: dims, each rounded up to a multiple of the local size
__kernel void normal_volume(const DeriveParams derive, FIELD_SOURCE field, TEXEL_TARGET normals) {
    const int3 voxel = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    if (voxel.x >= derive.dims[0] || voxel.y >= derive.dims[1] || voxel.z >= derive.dims[2]) {
        return;
    }
    const float3 per_voxel = gradient_at(field, derive.dims, voxel);
    const float3 gradient =
        per_voxel * (float3)(derive.inv_spacing[0], derive.inv_spacing[1], derive.inv_spacing[2]);
    const float size = length(gradient);
    const float3 normal = size > derive.smallest_gradient ? -gradient / size : (float3)(0.0f);
    store_texel(normals, derive.dims, voxel.x, voxel.y, voxel.z, (float4)(normal * 0.5f + 0.5f, 1.0f));
}
