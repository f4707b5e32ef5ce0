// Writes RGBA8 texels straight into a 3D image.
// Provides: TEXEL_TARGET, store_texel.   Requires: nothing; a device with cl_khr_3d_image_writes.

#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable

#define TEXEL_TARGET __write_only image3d_t

// texel  each component in [0, 1]; rounded to nearest
static void store_texel(__write_only image3d_t target, const int *dims, int x, int y, int z, float4 texel) {
    write_imagef(target, (int4)(x, y, z, 0), texel);
}
