// Takes single samples of a 3D image, so that the host can tell whether a format really works.
// Provides: kernel probe_image.   Requires: nothing.

__constant sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

// positions  texture space, one a work-item; w is not used
__kernel void probe_image(__read_only image3d_t image, __global const float4 *positions, __global float4 *samples) {
    const size_t i = get_global_id(0);
    samples[i] = read_imagef(image, linear, (float4)(positions[i].xyz, 0.0f));
}
