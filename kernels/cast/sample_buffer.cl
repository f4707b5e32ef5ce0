// Takes samples from plain buffers with the trilinear interpolation written out.
// Provides: sampling_from_voxel, find_cell, linear_scalar, linear_color, linear_normal, linear_magnitude, sample_light.
// Requires: scene_buffer.cl, vectors.cl, cell.cl.

// Sampling space of this back end is voxel space.
static float3 sampling_from_voxel(float3 voxel) { return voxel; }

static Cell find_cell(const FrameParams *frame, float3 position) {
    return cell_between(frame->volume.dims, frame->volume.clamp_max, position);
}

// Stored value, integers as they are.
static float linear_scalar(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    const Cell cell = find_cell(frame, position);
    __global const scalar_t *near = scalars + cell.lowest;
    __global const scalar_t *far = near + cell.deep;
    const float4 left = (float4)((float)near[0], (float)near[cell.up], (float)far[0], (float)far[cell.up]);
    const float4 right = (float4)((float)near[cell.right], (float)near[cell.up + cell.right], (float)far[cell.right],
                                  (float)far[cell.up + cell.right]);
    return interpolate_corners(cell, left, right);
}

// RGBA8 texels as [0, 1].
static float4 sample_texel(__global const uchar4 *texels, Cell cell) {
    __global const uchar4 *near = texels + cell.lowest;
    __global const uchar4 *far = near + cell.deep;
    const float4 near_low = mix(convert_float4(near[0]), convert_float4(near[cell.right]), cell.weight.x);
    const float4 near_high =
        mix(convert_float4(near[cell.up]), convert_float4(near[cell.up + cell.right]), cell.weight.x);
    const float4 far_low = mix(convert_float4(far[0]), convert_float4(far[cell.right]), cell.weight.x);
    const float4 far_high = mix(convert_float4(far[cell.up]), convert_float4(far[cell.up + cell.right]), cell.weight.x);
    const float4 near_y = mix(near_low, near_high, cell.weight.y);
    const float4 far_y = mix(far_low, far_high, cell.weight.y);
    return mix(near_y, far_y, cell.weight.z) * (1.0f / 255.0f);
}

// (r, g, b, opacity per voxel length), each in [0, 1].
static float4 linear_color(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return sample_texel(colors, find_cell(frame, position));
}

// Interpolated normal in aligned space; its length says how far the neighbours agree, 0 where there is no gradient.
static float3 linear_normal(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return sample_texel(normals, find_cell(frame, position)).xyz * 2.0f - 1.0f;
}

// Square root of the gradient magnitude, 0 .. 1 (normal_texel.cl).
static float linear_magnitude(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return sample_texel(normals, find_cell(frame, position)).w;
}

// Light volume: (transmittance towards the light, share of the surroundings that is seen).
static float2 sample_light(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    const Cell cell =
        cell_between(frame->light_volume.dims, frame->light_volume.clamp_max, position * frame->light_volume.scale);
    return sample_texel(lights, cell).xy;
}
