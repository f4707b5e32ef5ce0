// Post-classification of 16 samples: interpolate the scalars, then look the transfer table up (thesis 3.6.7).
// Provides: Sample, classify, sample_rgb.   Requires: packet_sample.cl.

typedef struct Sample {
    float16 opacity;  // of one step; 0 means nothing to see
    float16 position; // table coordinate
} Sample;

// Table coordinates of stored values, 0 .. last; the arithmetic of table.cl, lane by lane.
static float16 table_position(float16 stored, float scale, float bias, float last) {
    return clamp(fma(stored, (float16)(scale), (float16)(bias)), 0.0f, 1.0f) * last;
}

static Sample classify(const FrameParams *frame, SCENE_PARAMS, Cell16 cell) {
    const float16 stored = sample_scalar(frame, SCENE, cell);
    Sample sample;
    sample.position = table_position(stored, frame->table.scale, frame->table.bias, frame->table.last);
    sample.opacity = (float16)(0.0f);
    if (any(sample.position > frame->table.visible_begin)) {
        const int16 entry = convert_int16(sample.position);
        float16 first, slope;
        gather_float2(opacities, entry, &first, &slope);
        sample.opacity = fma(sample.position - convert_float16(entry), slope, first);
    }
    return sample;
}

// Channel (shift 0, 10, 20) of packed table colours, not yet divided by 1023.
static float16 table_channel(uint16 packed, uint shift) {
    return convert_float16(as_int16((packed >> shift) & 1023u));
}

// Colours of the samples; lanes whose opacity is 0 hold any colour.
static Vector16 sample_rgb(const FrameParams *frame, SCENE_PARAMS, const Sample *sample) {
    const int16 entry = convert_int16(sample->position);
    const float16 weight = sample->position - convert_float16(entry);
    uint16 first, second;
    gather_uint2(table_colors, entry, &first, &second);
    Vector16 rgb;
    rgb.x = lerp16(table_channel(first, 0), table_channel(second, 0), weight) * (1.0f / 1023.0f);
    rgb.y = lerp16(table_channel(first, 10), table_channel(second, 10), weight) * (1.0f / 1023.0f);
    rgb.z = lerp16(table_channel(first, 20), table_channel(second, 20), weight) * (1.0f / 1023.0f);
    return rgb;
}
