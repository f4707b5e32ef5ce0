// Reads gradient magnitudes of single voxels from a normal volume in an image.
// Provides: MAGNITUDE_SOURCE, load_magnitude.   Requires: load_image.cl.

#define MAGNITUDE_SOURCE __read_only image3d_t

// Square root of the magnitude, 0 .. 255 (normal_texel.cl).
static int load_magnitude(__read_only image3d_t normals, const int *dims, int x, int y, int z) {
    return convert_int_rte(read_imagef(normals, nearest_voxel, (int4)(x, y, z, 0)).w * 255.0f);
}
