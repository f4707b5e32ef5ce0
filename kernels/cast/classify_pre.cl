// Pre-classification: interpolate colour and opacity that the transfer function gave the voxels (thesis 3.5.1).
// Provides: Sample, classify, sample_rgb.   Requires: interpolate_*.cl, ray.cl.

// What one marching step knows after its only fetch.
typedef struct Sample {
    float opacity; // of one step; 0 means nothing to see
    float3 rgb;
} Sample;

// Opacity is stored per voxel length; over one step it becomes 1 - (1 - a)^step.
static Sample classify(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float3 position) {
    const float4 texel = sample_color(frame, SCENE, position);
    Sample sample;
    sample.opacity = texel.w > 0.0f ? 1.0f - exp2(frame->sampling.step * log2(fmax(1.0f - texel.w, 1e-30f))) : 0.0f;
    sample.rgb = texel.xyz;
    return sample;
}

// Colour of a sample whose opacity is not 0; each component in [0, 1].
static float3 sample_rgb(const FrameParams *frame, SCENE_PARAMS, Sample sample) { return sample.rgb; }
