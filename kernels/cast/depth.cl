// Takes distances along rays to the unit of the world.
// Provides: kernel scale_depth.   Requires: nothing.

// source  bits of aligned lengths, or of infinity (count_depth.cl)
// scale   length of the smallest spacing in the world
// One work-item a pixel.
__kernel void scale_depth(__global const uint *source, const float scale, __global uint *target, const int count) {
    const int pixel = (int)get_global_id(0);
    if (pixel < count) {
        const uint bits = source[pixel];
        target[pixel] = bits == 0x7f800000u ? bits : as_uint(as_float(bits) * scale);
    }
}
