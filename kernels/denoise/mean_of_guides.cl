// Makes means of what was added up sample by sample.
// Provides: kernel mean_of_guides.   Requires: denoise_surface.cl, settle_coverage.cl.

// sums of the samples: see add_sample() and add_guides()
// samples                           their number, at least 2
// color, albedo, normal, variance   as the denoiser takes them
// One work-item a pixel.
__kernel void mean_of_guides(__global const float4 *color_sum, __global const float4 *albedo_sum,
                             __global const float4 *normal_sum, __global const float *squares, const int samples,
                             const int width, const int height, __global float4 *color, __global float4 *albedo,
                             __global float4 *normal, __global float *variance) {
    const int x = (int)get_global_id(0), y = (int)get_global_id(1);
    if (x >= width || y >= height) {
        return;
    }
    const int pixel = y * width + x;
    const float share = 1.0f / (float)samples;
    const float4 mean = color_sum[pixel] * share, met = albedo_sum[pixel], facing = normal_sum[pixel];
    const float light = brightness(mean.xyz);
    const float coverage = settled_coverage(albedo_sum, x, y, width, height, samples);
    color[pixel] = (float4)(mean.xyz, mean.w + (coverage - met.w * share)); // as much light, before what is seen beside it
    albedo[pixel] = met * (met.w > 0.0f ? coverage / met.w : 0.0f);
    normal[pixel] = (float4)(facing.xyz * share, met.w > 0.0f ? facing.w / met.w : 0.0f);
    variance[pixel] = fmax(fma(-light, light, squares[pixel] * share), 0.0f) / (float)(samples - 1);
}
