// Makes a picture of smoothed light and what it falls on.
// Provides: kernel join_light.   Requires: denoise_surface.cl.

// color   the picture before; its opacities stay, and pixels whose light was not smoothed, where what is not finite
//         becomes 0
// result  may be the same
// One work-item a pixel.
__kernel void join_light(__global const float4 *color, __global const float4 *light, __global const float4 *surface,
                         const int width, const int height, __global float4 *result) {
    const int x = (int)get_global_id(0), y = (int)get_global_id(1);
    if (x >= width || y >= height) {
        return;
    }
    const int pixel = y * width + x;
    const float4 own = color[pixel], matter = surface[pixel];
    result[pixel] = matter.w > 0.0f ? (float4)(light[pixel].xyz * reflectance(matter), own.w)
                                    : select((float4)(0.0f), own, fabs(own) <= FLT_MAX);
}
