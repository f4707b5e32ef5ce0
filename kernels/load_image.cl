// Reads single voxels of images, for the kernels that make derived images.
// Provides: SCALAR_SOURCE, COLOR_SOURCE, load_scalar, load_opacity.   Requires: shared_types.h.

#define SCALAR_SOURCE __read_only image3d_t
#define COLOR_SOURCE __read_only image3d_t

__constant sampler_t nearest_voxel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// Stored value; integer formats come normalised to [0, 1].
static float load_scalar(__read_only image3d_t scalars, const int *dims, int x, int y, int z) {
    return read_imagef(scalars, nearest_voxel, (int4)(x, y, z, 0)).x;
}

// Opacity per voxel length of a classified voxel, [0, 1].
static float load_opacity(__read_only image3d_t colors, const int *dims, int x, int y, int z) {
    return read_imagef(colors, nearest_voxel, (int4)(x, y, z, 0)).w;
}
