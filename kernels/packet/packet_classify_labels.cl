// Post-classification of 16 samples by the transfer functions of the labels of their nearest voxels; classify_labels.cl
// in lanes.
// Provides: Sample, classify, sample_rgb.
// Requires: packet_sample.cl, packet_table.cl, packet_ray.cl, packet_kept_none.cl, packet_label_nearest.cl.

typedef struct Sample {
    float16 opacity; // of one step; 0 means nothing to see
    float16 place;   // table coordinates
    int16 first;     // entries that the tables of their functions begin at
} Sample;

// A member of the functions' parameters; `member` is its offset.
static uint16 function_members(__global const ChannelParams *functions, int16 function, int member) {
    return gather_uint((__global const uint *)functions + member, function * (int)(sizeof(ChannelParams) / 4));
}

static Sample classify(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, float16 k, Cell16 cell, Kept *kept) {
    __global const uint *functions = label_colors + frame->volume.last_label + 1;
    const int16 function = as_int16(gather_uint(functions, nearest_labels(frame, SCENE, cell)));
    const float16 scale = as_float16(function_members(channel_params, function, 0));
    const float16 bias = as_float16(function_members(channel_params, function, 1));
    const float16 last = as_float16(function_members(channel_params, function, 2));
    Sample sample;
    sample.first = as_int16(function_members(channel_params, function, 5));
    sample.place = clamp(fma(sample_scalar(frame, SCENE, cell), scale, bias), 0.0f, 1.0f) * last;
    const int16 entry = convert_int16(sample.place);
    float16 opacity, slope;
    gather_float2(channel_opacities, sample.first + entry, &opacity, &slope);
    sample.opacity = fma(sample.place - convert_float16(entry), slope, opacity);
    return sample;
}

// Colours of the samples; lanes whose opacity is 0 hold any colour.
static Vector16 sample_rgb(const FrameParams *frame, SCENE_PARAMS, const Sample *sample) {
    const int16 entry = convert_int16(sample->place);
    const float16 weight = sample->place - convert_float16(entry);
    uint16 first, second;
    gather_uint2(channel_colors, sample->first + entry, &first, &second);
    Vector16 rgb;
    rgb.x = lerp16(table_channel(first, 0), table_channel(second, 0), weight) * (1.0f / 1023.0f);
    rgb.y = lerp16(table_channel(first, 10), table_channel(second, 10), weight) * (1.0f / 1023.0f);
    rgb.z = lerp16(table_channel(first, 20), table_channel(second, 20), weight) * (1.0f / 1023.0f);
    return rgb;
}
