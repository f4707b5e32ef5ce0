// Makes means of what was added up sample by sample.
// Provides: kernel mean_of_guides.   Requires: denoise_surface.cl.

// sums of the samples: see add_sample() and add_guides()
// samples                           their number, at least 2
// color, albedo, normal, variance   as the denoiser takes them
// One work-item a pixel.
__kernel void mean_of_guides(__global const float4 *color_sum, __global const float4 *albedo_sum,
                             __global const float4 *normal_sum, __global const float *squares, const int samples,
                             const int count, __global float4 *color, __global float4 *albedo,
                             __global float4 *normal, __global float *variance) {
    const int pixel = (int)get_global_id(0);
    if (pixel >= count) {
        return;
    }
    const float share = 1.0f / (float)samples;
    const float4 mean = color_sum[pixel] * share, met = albedo_sum[pixel], facing = normal_sum[pixel];
    const float light = brightness(mean.xyz);
    color[pixel] = mean;
    albedo[pixel] = met * share;
    normal[pixel] = (float4)(facing.xyz * share, met.w > 0.0f ? facing.w / met.w : 0.0f);
    variance[pixel] = fmax(fma(-light, light, squares[pixel] * share), 0.0f) / (float)(samples - 1);
}
