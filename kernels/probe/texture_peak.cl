// The texture units' rate: trilinear samples of a 3D image with next to nothing done to them (thesis 6.2.7).
// Provides: kernel texture_peak.   Requires: nothing.

__constant sampler_t peak_sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

// Each work-item takes `steps` samples along z through an image of edge^3 voxels, in 8 x 4 tiles as the ray caster
// does.
// global size: (width * height, 1), width a multiple of 8 and height of 4
__kernel void texture_peak(__read_only image3d_t image, const int edge, const int steps, const int width,
                           __global float *sums) {
    const int item = (int)get_global_id(0);
    const int tile = item / 32, lane = item % 32;
    const int x = tile % (width / 8) * 8 + lane % 8;
    const int y = tile / (width / 8) * 4 + lane / 8;
    const float scale = (float)edge / (float)width;
    float4 position = (float4)(((float)x + 0.3f) * scale, ((float)y + 0.6f) * scale, 0.2f, 0.0f);
    const float step = ((float)edge - 1.0f) / (float)steps;
    float4 sum = (float4)(0.0f);
    for (int i = 0; i < steps; ++i) {
        sum += read_imagef(image, peak_sampler, position);
        position.z += step;
    }
    sums[item] = sum.x + sum.y + sum.z + sum.w;
}
