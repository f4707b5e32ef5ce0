// Reads gradient magnitudes of single voxels from a normal volume in a buffer.
// Provides: MAGNITUDE_SOURCE, load_magnitude.   Requires: vectors.cl.

#define MAGNITUDE_SOURCE __global const uchar4 *

// Square root of the magnitude, 0 .. 255 (normal_texel.cl).
static int load_magnitude(MAGNITUDE_SOURCE normals, const int *dims, int x, int y, int z) {
    return normals[voxel_index(dims, x, y, z)].w;
}
