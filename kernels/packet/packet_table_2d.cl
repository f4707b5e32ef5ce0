// Looks tables of two coordinates up for 16 lanes, bilinear; table_2d.cl in lanes.
// Provides: Place2D16, place_2d, opacities_2d, rgb_2d.
// Requires: packet_types.cl, packet_gather.cl, packet_table.cl, packet_sample.cl.

// Where the lanes look: the entries below, and the shares of the next ones.
typedef struct Place2D16 {
    int16 entry;
    float16 column, row; // shares, 0 .. 1
} Place2D16;

// column, row  in entries, 0 .. table_last and 0 .. rows_last
static Place2D16 place_2d(const FrameParams *frame, float16 column, float16 row) {
    const int16 low_column = convert_int16(column), low_row = convert_int16(row);
    Place2D16 place;
    place.entry = low_row * ((int)frame->table.last + 1) + low_column;
    place.column = column - convert_float16(low_column);
    place.row = row - convert_float16(low_row);
    return place;
}

// Word 0 .. 7 of the lanes' entries: four opacities, four colours.
static uint16 table_words(__global const uint4 *table, int16 entry, int word) {
    return gather_uint((__global const uint *)table + word, 8 * entry);
}

// Exactly 0 where all entries around with a weight above 0 are.
static float16 opacities_2d(const FrameParams *frame, __global const uint4 *table, Place2D16 place) {
    const float16 near = lerp16(as_float16(table_words(table, place.entry, 0)),
                                as_float16(table_words(table, place.entry, 1)), place.column);
    const float16 far = lerp16(as_float16(table_words(table, place.entry, 2)),
                               as_float16(table_words(table, place.entry, 3)), place.column);
    return lerp16(near, far, place.row);
}

static Vector16 rgb_2d(const FrameParams *frame, __global const uint4 *table, Place2D16 place) {
    const uint16 near = table_words(table, place.entry, 4), near_next = table_words(table, place.entry, 5);
    const uint16 far = table_words(table, place.entry, 6), far_next = table_words(table, place.entry, 7);
    float16 channels[3];
    for (int i = 0; i < 3; ++i) {
        const float16 near_row = lerp16(table_channel(near, 10 * i), table_channel(near_next, 10 * i), place.column);
        const float16 far_row = lerp16(table_channel(far, 10 * i), table_channel(far_next, 10 * i), place.column);
        channels[i] = lerp16(near_row, far_row, place.row) * (1.0f / 1023.0f);
    }
    const Vector16 rgb = {channels[0], channels[1], channels[2]};
    return rgb;
}
