// Tricubic interpolation: the uniform cubic B-spline of the voxels, whose 64 weights are those of eight trilinear
// samples (Sigg, Hadwiger 2005). It is smooth up to its second derivative and stays between the values of its voxels,
// which are up to two away from the position; it does not pass through them: they are smoothed.
// Provides: CubicTaps, cubic_taps, MIX_TAPS, sample_scalar, sample_color, sample_normal, sample_magnitude.
// Requires: sample_*.cl.

// Where trilinear samples are taken: of the two voxels before and of the two behind along each axis, and the share of
// the latter.
typedef struct CubicTaps {
    float3 before, behind, share;
} CubicTaps;

static CubicTaps cubic_taps(float3 position) {
    const float3 first = sampling_from_voxel((float3)(0.0f));
    const float3 voxel = position - first;
    const float3 lowest = floor(voxel);
    const float3 f = voxel - lowest, rest = 1.0f - f;
    const float3 outer_before = rest * rest * rest * (1.0f / 6.0f); // weights of the voxels at -1, 2 and 1
    const float3 outer_behind = f * f * f * (1.0f / 6.0f);
    const float3 inner_behind = (2.0f / 3.0f) - rest * rest * fma((float3)(-0.5f), rest, (float3)(1.0f));
    CubicTaps taps;
    taps.share = inner_behind + outer_behind;
    taps.before = position - f - outer_before / (1.0f - taps.share);
    taps.behind = position + rest + outer_behind / taps.share;
    return taps;
}

// linear  a function linear(frame, SCENE, position)
#define MIX_TAPS(linear, taps)                                                                                         \
    mix(mix(mix(linear(frame, SCENE, (float3)(taps.before.x, taps.before.y, taps.before.z)),                           \
                linear(frame, SCENE, (float3)(taps.behind.x, taps.before.y, taps.before.z)), taps.share.x),            \
            mix(linear(frame, SCENE, (float3)(taps.before.x, taps.behind.y, taps.before.z)),                           \
                linear(frame, SCENE, (float3)(taps.behind.x, taps.behind.y, taps.before.z)), taps.share.x),            \
            taps.share.y),                                                                                             \
        mix(mix(linear(frame, SCENE, (float3)(taps.before.x, taps.before.y, taps.behind.z)),                           \
                linear(frame, SCENE, (float3)(taps.behind.x, taps.before.y, taps.behind.z)), taps.share.x),            \
            mix(linear(frame, SCENE, (float3)(taps.before.x, taps.behind.y, taps.behind.z)),                           \
                linear(frame, SCENE, (float3)(taps.behind.x, taps.behind.y, taps.behind.z)), taps.share.x),            \
            taps.share.y),                                                                                             \
        taps.share.z)

static float sample_scalar(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    const CubicTaps taps = cubic_taps(position);
    return MIX_TAPS(linear_scalar, taps);
}

static float4 sample_color(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    const CubicTaps taps = cubic_taps(position);
    return MIX_TAPS(linear_color, taps);
}

static float3 sample_normal(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    const CubicTaps taps = cubic_taps(position);
    return MIX_TAPS(linear_normal, taps);
}

static float sample_magnitude(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    const CubicTaps taps = cubic_taps(position);
    return MIX_TAPS(linear_magnitude, taps);
}
