// Takes samples through the texture units' trilinear filter.
// Provides: trilinear, sampling_from_voxel, linear_scalar, linear_color, linear_normal, linear_magnitude, sample_light.
// Requires: scene_image.cl.

// Coordinates in texels: NVIDIA's units take them as fast as normalised ones, and they save the division by the size.
__constant sampler_t trilinear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

// Sampling space of this back end: voxel space moved so that a position is an image coordinate. The centre of voxel i
// lies at i + 0.5 (thesis 3.6.4, times the number of voxels). Rays live in it, so that samples need no arithmetic.
static float3 sampling_from_voxel(float3 voxel) { return voxel + 0.5f; }

// Stored value; integer formats come normalised to [0, 1].
static float linear_scalar(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return read_imagef(scalars, trilinear, (float4)(position, 0.0f)).x;
}

// (r, g, b, opacity per voxel length), each in [0, 1].
static float4 linear_color(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return read_imagef(colors, trilinear, (float4)(position, 0.0f));
}

// Interpolated normal in aligned space; its length says how far the neighbours agree, 0 where there is no gradient.
static float3 linear_normal(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return read_imagef(normals, trilinear, (float4)(position, 0.0f)).xyz * 2.0f - 1.0f;
}

// Square root of the gradient magnitude, 0 .. 1 (normal_texel.cl).
static float linear_magnitude(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return read_imagef(normals, trilinear, (float4)(position, 0.0f)).w;
}

// Light volume: (transmittance towards the light, share of the surroundings that is seen).
static float2 sample_light(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    const float scale = frame->light_volume.scale;
    const float3 texel = fma(position, (float3)(scale), (float3)(0.5f - 0.5f * scale));
    return read_imagef(lights, trilinear, (float4)(texel, 0.0f)).xy;
}
