// Looks up tables of two coordinates, bilinear.
// Provides: opacity_2d, rgb_2d.   Requires: shared_types.h, packed_color.cl.

// Entry below a place in the table. Opacity is exactly 0 where all entries around with a weight above 0 are.
static __global const uint2 *entry_2d(const FrameParams *frame, __global const uint2 *table, int column, int row) {
    return table + row * ((int)frame->table.last + 2) + column;
}

// at  (column 0 .. table_last, row 0 .. rows_last)
static float opacity_2d(const FrameParams *frame, __global const uint2 *table, float2 at) {
    const int2 low = convert_int2(at);
    const float2 share = at - convert_float2(low);
    __global const uint2 *near = entry_2d(frame, table, low.x, low.y);
    __global const uint2 *far = entry_2d(frame, table, low.x, low.y + 1);
    const float2 left = (float2)(as_float(near[0].x), as_float(far[0].x));
    const float2 right = (float2)(as_float(near[1].x), as_float(far[1].x));
    const float2 along_x = fma((float2)(share.x), right - left, left);
    return fma(share.y, along_x.y - along_x.x, along_x.x);
}

// r, g, b in [0, 1].
static float3 rgb_2d(const FrameParams *frame, __global const uint2 *table, float2 at) {
    const int2 low = convert_int2(at);
    const float2 share = at - convert_float2(low);
    __global const uint2 *near = entry_2d(frame, table, low.x, low.y);
    __global const uint2 *far = entry_2d(frame, table, low.x, low.y + 1);
    const float3 corner = shifted_channels(near[0].y);
    const float3 near_x = fma((float3)(share.x), shifted_channels(near[1].y) - corner, corner - 8388608.0f);
    const float3 far_corner = shifted_channels(far[0].y);
    const float3 far_x = fma((float3)(share.x), shifted_channels(far[1].y) - far_corner, far_corner - 8388608.0f);
    return rgb_of_channels(fma((float3)(share.y), far_x - near_x, near_x));
}
