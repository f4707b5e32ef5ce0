// A texel of the normal volume from the sums of three slices.
// Provides: normal_texel.   Requires: gradient_*.cl, shared_types.h.

// Differences per voxel become differences per length by the spacing of each axis, so that normals are right for
// unequal spacing. Voxels without a gradient get the zero vector: they are not lit. At the faces of the volume the
// neighbours outside are those on the face, and the difference is taken over one voxel less.
// rgb: 0.5 + 0.5 n, n against the gradient, shorter than 1 where the gradient is less than 1 / inv_full_gradient
// a:   square root of the gradient's magnitude times magnitude_scale, at most 1
static float4 normal_texel(const DeriveParams *derive, int3 voxel, SlabSums before, SlabSums at, SlabSums behind) {
    const int3 last = (int3)(derive->dims[0] - 1, derive->dims[1] - 1, derive->dims[2] - 1);
    const int3 distance = max(min(voxel + 1, last) - max(voxel - 1, (int3)(0)), (int3)(1));
    const float3 sum = (float3)(before.beside + at.within + behind.beside, behind.through - before.through);
    const float3 gradient = sum / (SLAB_WEIGHT * convert_float3(distance)) *
                            (float3)(derive->inv_spacing[0], derive->inv_spacing[1], derive->inv_spacing[2]);
    const float size = length(gradient);
    const float share = fmin(size * derive->inv_full_gradient, 1.0f);
    const float3 normal = size > derive->smallest_gradient ? gradient * (-share / size) : (float3)(0.0f);
    return (float4)(normal * 0.5f + 0.5f, sqrt(fmin(size * derive->magnitude_scale, 1.0f)));
}
