// Takes samples through the texture units' trilinear filter.
// Provides: sample_scalar, sample_color, sample_normal.   Requires: scene_image.cl, vectors.cl.

__constant sampler_t trilinear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

// Normalised image coordinates of a position in voxel space: voxel centres lie at (i + 0.5) / N (thesis 3.6.4).
static float4 texture_from_voxel(__constant const FrameParams *frame, float3 voxel) {
    const float3 dims = (float3)((float)frame->dims[0], (float)frame->dims[1], (float)frame->dims[2]);
    return (float4)((voxel + 0.5f) / dims, 0.0f);
}

// Stored value; integer formats come normalised to [0, 1].
static float sample_scalar(SCENE_PARAMS, float3 voxel) {
    return read_imagef(scalars, trilinear, texture_from_voxel(frame, voxel)).x;
}

// (r, g, b, opacity per voxel length), each in [0, 1].
static float4 sample_color(SCENE_PARAMS, float3 voxel) {
    return read_imagef(colors, trilinear, texture_from_voxel(frame, voxel));
}

// Interpolated normal in aligned space; its length says how far the neighbours agree, 0 where there is no gradient.
static float3 sample_normal(SCENE_PARAMS, float3 voxel) {
    return read_imagef(normals, trilinear, texture_from_voxel(frame, voxel)).xyz * 2.0f - 1.0f;
}
