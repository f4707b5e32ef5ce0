// Pre-integrated classification: a sample stands for the whole segment of the ray around it, between the scalars at its
// front and its back (Engel, Kraus and Ertl 2001).
// Provides: Sample, step_of_sample, classify, classify_run, sample_rgb.
// Requires: interpolate_*.cl, table.cl, table_2d.cl, ray.cl, place_*.cl, fused_steps.cl.
//
// In bricks both ends of a segment are taken from the brick around the sample: steps are shorter than what a slot holds
// around its cells.

typedef struct Sample {
    float opacity; // of one step; 0 means nothing to see
    float2 ends;   // table coordinates at the front and at the back
} Sample;

// Where the segment of sample k begins, as an index on the lattice: half a step before it, where the ray enters for the
// first, where it leaves for the one behind the last.
static float begin_of_segment(const Ray *ray, float k) {
    return k <= 0.0f ? ray->entry : k >= ray->sample_count ? ray->exit : k - 0.5f;
}

// Where the segment of sample k begins and ends.
static float2 step_of_sample(const Ray *ray, float k) {
    return (float2)(begin_of_segment(ray, k), begin_of_segment(ray, k + 1.0f));
}

// Table coordinate of the scalar at a place of the lattice.
static float table_coordinate(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float at) {
    const float stored = sample_scalar(frame, SCENE, sample_position(frame, ray, at));
    return table_position(stored, frame->table.scale, frame->table.bias, frame->table.last);
}

// The same where a segment begins. Neighbouring samples share it bit by bit, whoever asks.
static float front_of_sample(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k) {
    return table_coordinate(frame, SCENE, ray, begin_of_segment(ray, k));
}

// The table holds opacities of one step; the first and the last segment are shorter or longer.
static Sample segment_of(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float front, float back) {
    Sample sample;
    sample.ends = (float2)(front, back);
    const float opacity = opacity_2d(frame, table_2d, sample.ends);
    // Inside the ray a segment is one step long whatever the compiler makes of the difference; at its ends the difference
    // is rounded once.
    const int inner = k > 0.0f && k + 1.0f < ray->sample_count;
    const float steps = fma(-1.0f, begin_of_segment(ray, k), begin_of_segment(ray, k + 1.0f));
    const int corrected = opacity > 0.0f && !inner;
    sample.opacity = corrected ? 1.0f - exp2(steps * log2(fmax(1.0f - opacity, 1e-30f))) : opacity;
    return sample;
}

static Sample classify(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float3 position) {
    return segment_of(frame, SCENE, ray, k, front_of_sample(frame, SCENE, ray, k),
                      front_of_sample(frame, SCENE, ray, k + 1.0f));
}

// Samples k .. k + FUSED_STEPS - 1 with one fetch more than samples. Runs that end neither at the front nor at the back
// of the ray have nothing to correct, which is worth a branch: 0.32 in place of 0.40 ms for a frame on an NVIDIA H200.
static void classify_run(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, const Places *places, float k,
                         const float3 *positions, Sample *samples) {
    Ray copy;
    float ends[FUSED_STEPS + 1];
    const int inner = k > 0.0f && k + (float)FUSED_STEPS < ray->sample_count;
    if (inner) {
#pragma unroll
        for (int i = 0; i <= FUSED_STEPS; ++i) {
            const Ray *placed = ray_of_sample(ray, places, max(i - 1, 0), &copy);
            ends[i] = table_coordinate(frame, SCENE, placed, k + (float)i - 0.5f);
        }
#pragma unroll
        for (int i = 0; i < FUSED_STEPS; ++i) {
            samples[i].ends = (float2)(ends[i], ends[i + 1]);
            const int visible = fmax(ends[i], ends[i + 1]) > frame->table.visible_begin;
            samples[i].opacity = visible ? opacity_2d(frame, table_2d, samples[i].ends) : 0.0f;
        }
        return;
    }
#pragma unroll
    for (int i = 0; i <= FUSED_STEPS; ++i) {
        ends[i] = front_of_sample(frame, SCENE, ray_of_sample(ray, places, max(i - 1, 0), &copy), k + (float)i);
    }
#pragma unroll
    for (int i = 0; i < FUSED_STEPS; ++i) {
        samples[i] = segment_of(frame, SCENE, ray, k + (float)i, ends[i], ends[i + 1]);
    }
}

// Colour of a sample whose opacity is not 0; each component in [0, 1].
static float3 sample_rgb(const FrameParams *frame, SCENE_PARAMS, Sample sample) {
    return rgb_2d(frame, table_2d, sample.ends);
}
