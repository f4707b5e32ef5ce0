// Reads single voxels of buffers, for the kernels that make derived buffers.
// Provides: SCALAR_SOURCE, COLOR_SOURCE, load_scalar, load_opacity.   Requires: vectors.cl, scalar_*.cl.

#define SCALAR_SOURCE __global const scalar_t *
#define COLOR_SOURCE __global const uchar4 *

// Stored value, integers as they are.
static float load_scalar(__global const scalar_t *scalars, const int *dims, int x, int y, int z) {
    return (float)scalars[voxel_index(dims, x, y, z)];
}

// Opacity per voxel length of a classified voxel, [0, 1].
static float load_opacity(__global const uchar4 *colors, const int *dims, int x, int y, int z) {
    return (float)colors[voxel_index(dims, x, y, z)].w * (1.0f / 255.0f);
}
