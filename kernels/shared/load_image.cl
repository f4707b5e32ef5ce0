// Reads single voxels of images, for the kernels that make derived volumes.
// Provides: SCALAR_SOURCE, nearest_voxel, load_scalar, load_scalars.   Requires: shared_types.h.

#define SCALAR_SOURCE __read_only image3d_t

__constant sampler_t nearest_voxel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// Stored value; integer formats come normalised to [0, 1].
static float load_scalar(__read_only image3d_t scalars, const int *dims, int x, int y, int z) {
    return read_imagef(scalars, nearest_voxel, (int4)(x, y, z, 0)).x;
}

// Sixteen of them along x, all inside.
static float16 load_scalars(__read_only image3d_t scalars, const int *dims, int x, int y, int z) {
    float values[16];
    for (int i = 0; i < 16; ++i) {
        values[i] = load_scalar(scalars, dims, x + i, y, z);
    }
    return vload16(0, values);
}
