// Looks up tables of two coordinates, bilinear.
// Provides: opacity_2d, rgb_2d.   Requires: shared_types.h, packed_color.cl.

// The four entries around a place: opacities, and behind them colours.
static __global const uint4 *entries_2d(const FrameParams *frame, __global const uint4 *table, int column, int row) {
    return table + 2 * (row * ((int)frame->table.last + 1) + column);
}

// Exactly 0 where all entries around with a weight above 0 are.
// at  (column 0 .. table_last, row 0 .. rows_last)
static float opacity_2d(const FrameParams *frame, __global const uint4 *table, float2 at) {
    const int2 low = convert_int2(at);
    const float2 share = at - convert_float2(low);
    const float4 around = as_float4(entries_2d(frame, table, low.x, low.y)[0]);
    const float2 along_x = fma((float2)(share.x), around.yw - around.xz, around.xz);
    return fma(share.y, along_x.y - along_x.x, along_x.x);
}

// r, g, b in [0, 1].
static float3 rgb_2d(const FrameParams *frame, __global const uint4 *table, float2 at) {
    const int2 low = convert_int2(at);
    const float2 share = at - convert_float2(low);
    const uint4 around = entries_2d(frame, table, low.x, low.y)[1];
    const float3 corner = shifted_channels(around.x);
    const float3 near_x = fma((float3)(share.x), shifted_channels(around.y) - corner, corner - 8388608.0f);
    const float3 far_corner = shifted_channels(around.z);
    const float3 far_x = fma((float3)(share.x), shifted_channels(around.w) - far_corner, far_corner - 8388608.0f);
    return rgb_of_channels(fma((float3)(share.y), far_x - near_x, near_x));
}
