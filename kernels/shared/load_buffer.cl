// Reads single voxels of buffers, for the kernels that make derived volumes.
// Provides: SCALAR_SOURCE, load_scalar, load_scalars.   Requires: vectors.cl, scalar_*.cl.

#define SCALAR_SOURCE __global const scalar_t *

// Stored value, integers as they are.
static float load_scalar(__global const scalar_t *scalars, const int *dims, int x, int y, int z) {
    return (float)scalars[voxel_index(dims, x, y, z)];
}

// Sixteen of them along x, all inside.
static float16 load_scalars(__global const scalar_t *scalars, const int *dims, int x, int y, int z) {
    return convert_float16(vload16(0, scalars + voxel_index(dims, x, y, z)));
}
