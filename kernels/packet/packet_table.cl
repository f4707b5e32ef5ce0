// Looks the transfer table up for 16 lanes; table.cl and packed_color.cl in lanes.
// Provides: table_positions, table_opacities, table_channel, table_rgb.
// Requires: packet_types.cl, packet_gather.cl, packet_sample.cl.

// Table coordinates of stored values, 0 .. last.
static float16 table_positions(const FrameParams *frame, float16 stored) {
    return clamp(fma(stored, (float16)(frame->table.scale), (float16)(frame->table.bias)), 0.0f, 1.0f) *
           frame->table.last;
}

static float16 table_opacities(__global const float2 *opacities, float16 position) {
    const int16 entry = convert_int16(position);
    float16 first, slope;
    gather_float2(opacities, entry, &first, &slope);
    return fma(position - convert_float16(entry), slope, first);
}

// Channel (shift 0, 10, 20) of packed table colours, not yet divided by 1023.
static float16 table_channel(uint16 packed, uint shift) {
    return convert_float16(as_int16((packed >> shift) & 1023u));
}

static Vector16 table_rgb(__global const uint2 *table_colors, float16 position) {
    const int16 entry = convert_int16(position);
    const float16 weight = position - convert_float16(entry);
    uint16 first, second;
    gather_uint2(table_colors, entry, &first, &second);
    Vector16 rgb;
    rgb.x = lerp16(table_channel(first, 0), table_channel(second, 0), weight) * (1.0f / 1023.0f);
    rgb.y = lerp16(table_channel(first, 10), table_channel(second, 10), weight) * (1.0f / 1023.0f);
    rgb.z = lerp16(table_channel(first, 20), table_channel(second, 20), weight) * (1.0f / 1023.0f);
    return rgb;
}
