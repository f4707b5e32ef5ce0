// Pre-integrated classification of 16 samples: each stands for the segment of its ray between the scalars at its front
// and its back; classify_preintegrated.cl in lanes (Engel, Kraus and Ertl 2001).
// Provides: Kept, nothing_kept, begins_of_steps, Sample, classify, sample_rgb.
// Requires: packet_sample.cl, packet_interpolate_*.cl, packet_table.cl, packet_table_2d.cl, packet_ray.cl, packet_math.cl.

// The back of a sample is the front of the next one, bit by bit, whoever asks.
typedef struct Kept {
    float16 k;     // of the next sample, -1: none
    float16 front; // its table coordinate
} Kept;

static Kept nothing_kept(void) {
    Kept kept;
    kept.k = (float16)(-1.0f);
    kept.front = (float16)(0.0f);
    return kept;
}

typedef struct Sample {
    float16 opacity; // of one step; 0 means nothing to see
    Place2D16 ends;  // columns: fronts, rows: backs
} Sample;

// Where the segments of samples k begin, as indices on the lattices: half a step before them, where the rays enter for
// the first, where they leave for the ones behind the last.
static float16 begins_of_steps(const Rays *rays, float16 k) {
    const float16 inner = select(k - 0.5f, rays->exit, k >= convert_float16(rays->sample_count));
    return select(inner, rays->entry, k <= 0.0f);
}

// Table coordinates there.
static float16 fronts_of_samples(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, float16 k) {
    const Cell16 cell = find_cell(frame, sample_positions(frame, rays, begins_of_steps(rays, k)));
    return table_positions(frame, sample_scalar(frame, SCENE, cell));
}

// The table holds opacities of one step; the first and the last segment are shorter or longer.
static float16 opacities_of_segments(const Rays *rays, float16 k, float16 opacity) {
    const int16 inner = (k > 0.0f) & (k + 1.0f < convert_float16(rays->sample_count));
    const int16 corrected = (opacity > 0.0f) & ~inner;
    if (!any(corrected)) {
        return opacity;
    }
    const float16 steps = fma((float16)(-1.0f), begins_of_steps(rays, k), begins_of_steps(rays, k + 1.0f));
    const float16 rest = exp2_16(max(steps * log2_16(max(1.0f - opacity, 1e-30f)), -100.0f));
    return select(opacity, 1.0f - rest, corrected);
}

static Sample classify(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, float16 k, Cell16 cell, Kept *kept) {
    const float16 front = all(kept->k == k) ? kept->front : fronts_of_samples(frame, SCENE, rays, k);
    const float16 back = fronts_of_samples(frame, SCENE, rays, k + 1.0f);
    kept->k = k + 1.0f;
    kept->front = back;
    Sample sample;
    sample.ends = place_2d(frame, front, back);
    sample.opacity = (float16)(0.0f);
    if (any(max(front, back) > frame->table.visible_begin)) {
        sample.opacity = opacities_of_segments(rays, k, opacities_2d(frame, table_2d, sample.ends));
    }
    return sample;
}

// Colours of the samples; lanes whose opacity is 0 hold any colour.
static Vector16 sample_rgb(const FrameParams *frame, SCENE_PARAMS, const Sample *sample) {
    return rgb_2d(frame, table_2d, sample->ends);
}
