// Post-classification: interpolate the scalar, then look the transfer table up (thesis 3.6.7).
// Provides: Sample, classify, sample_rgb.   Requires: sample_*.cl.

// What one marching step knows after its first fetch.
typedef struct Sample {
    float opacity;  // of one step; 0 means nothing to see
    float position; // table coordinate
} Sample;

// First fetch of a marching step: opacity alone.
static Sample classify(SCENE_PARAMS, float3 voxel) {
    const float stored = sample_scalar(SCENE, voxel);
    Sample sample;
    sample.position = clamp(fma(stored, frame->table_scale, frame->table_bias), 0.0f, frame->table_last);
    const int entry = (int)sample.position;
    const float2 opacity = opacities[entry];
    sample.opacity = fma(sample.position - (float)entry, opacity.y, opacity.x);
    return sample;
}

// r, g, b in [0, 1] of a packed table colour.
static float3 unpack_color(uint packed) {
    return convert_float3((uint3)(packed & 1023u, (packed >> 10) & 1023u, packed >> 20)) * (1.0f / 1023.0f);
}

// Colour of a sample whose opacity is not 0; each component in [0, 1].
static float3 sample_rgb(SCENE_PARAMS, Sample sample) {
    const int entry = (int)sample.position;
    const uint2 ends = table_colors[entry];
    return mix(unpack_color(ends.x), unpack_color(ends.y), sample.position - (float)entry);
}
