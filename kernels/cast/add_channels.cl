// Adds the projections of channels to one picture.
// Provides: kernels add_channel, finish_channels.   Requires: picture_*.cl, vectors.cl.

// picture  of one channel, premultiplied colour and opacity
// sum      of those before, which light comes through in turn while colours are added as light is
// One work-item a pixel.
__kernel void add_channel(__global const float4 *picture, __global float4 *sum, const int is_first, const int count) {
    const int pixel = (int)get_global_id(0);
    if (pixel < count) {
        const float4 before = is_first ? (float4)(0.0f) : sum[pixel], own = picture[pixel];
        sum[pixel] = (float4)(before.xyz + own.xyz, fma(own.w, 1.0f - before.w, before.w));
    }
}

// pixels  row by row from the top
__kernel void finish_channels(const FrameParams frame_value, __global const float4 *sum, __global Pixel *pixels,
                              const int count) {
    const FrameParams *frame = &frame_value;
    const int pixel = (int)get_global_id(0);
    if (pixel < count) {
        const float4 alone = (float4)(fmin(sum[pixel].xyz, 1.0f), sum[pixel].w);
        const float3 over = fma((float3)(1.0f - alone.w), vector3(frame->compositing.background), alone.xyz);
        pixels[pixel] = make_pixel(fmin(over, 1.0f), alone);
    }
}
