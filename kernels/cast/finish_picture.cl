// What is done to a picture once its rays have ended: the mean of its samples, exposure, tone curve, background.
// Provides: kernels add_sample, mean_of_samples, finish_picture.   Requires: tone_*.cl, vectors.cl.

// part   of a picture, one sample a pixel: premultiplied colour and opacity, row by row
// sum    of the samples before, of the whole picture, `stride` pixels a row, the part from pixel `place` on
// One work-item a pixel of the part.
__kernel void add_sample(__global const float4 *part, __global float4 *sum, const int is_first, const int width,
                         const int count, const int place, const int stride) {
    const int pixel = (int)get_global_id(0);
    if (pixel < count) {
        const int target = place + pixel / width * stride + pixel % width;
        sum[target] = is_first ? part[pixel] : sum[target] + part[pixel];
    }
}

__kernel void mean_of_samples(__global const float4 *sum, __global float4 *pixels, const float share, const int count) {
    const int pixel = (int)get_global_id(0);
    if (pixel < count) {
        pixels[pixel] = sum[pixel] * share;
    }
}

// A part of a level of 8 bits, -0.5 .. 0.5, another for neighbours: slow gradients show no bands (interleaved gradient
// noise, Jimenez 2014).
static float dither_at(int x, int y) {
    const float along = fma(0.06711056f, (float)(x & 1023), 0.00583715f * (float)(y & 1023));
    const float turned = 52.9829189f * (along - floor(along));
    return turned - floor(turned) - 0.5f;
}

// sum     of the samples;  share  1 / their number
// gain    factor of the colours
// is_light  thin matter may send out more light than its opacity: the curve is that of what is seen, not of its colour
// bottom, top  backgrounds at the lower and the upper edge of the whole picture; the same: not dithered
// origin  column and row of the part in it;  rows  of it
// pixels  RGBA8, opaque
__kernel void finish_picture(__global const float4 *sum, const float share, const float gain, const int is_light,
                             const float4 bottom, const float4 top, const int2 origin, const int rows, const int width,
                             const int count, __global uchar4 *pixels) {
    const int pixel = (int)get_global_id(0);
    if (pixel >= count) {
        return;
    }
    const float4 alone = sum[pixel] * share;
    const int x = origin.x + pixel % width, y = origin.y + pixel / width;
    const float whole = is_light ? 1.0f : alone.w;
    const float3 own = whole > 0.0f ? toned(alone.xyz * (gain / whole)) * whole : (float3)(0.0f);
    const float3 behind = mix(top.xyz, bottom.xyz, ((float)y + 0.5f) / (float)rows);
    const int is_even = bottom.x == top.x && bottom.y == top.y && bottom.z == top.z;
    const float3 over = fma((float3)(1.0f - alone.w), behind, own) * 255.0f + (is_even ? 0.0f : dither_at(x, y));
    pixels[pixel] = convert_uchar4_sat_rte((float4)(over, 255.0f));
}
