// Makes slices of a synthetic volume from its formula, byte for byte those that the host makes.
// Provides: kernel synthesize.   Requires: formula_*.cl; exact maths, as doubles are rounded like those of the host.

// Position of voxel i of n in the box of voxel centres, whose edge is 1 and whose middle is 0.
static double box_coordinate(int i, int n) {
    return n > 1 ? (double)(2 * i - (n - 1)) / (double)(2 * (n - 1)) : 0.0;
}

// edge         voxels along each edge of the whole volume
// first_slice  of those that are made
// voxels       of `slices` slices, x fastest; values are rounded half up and clamped
// global size: edge, edge, slices, each rounded up to a multiple of the local size
__kernel void synthesize(const int edge, const int first_slice, const int slices, __global uchar *voxels) {
    const int x = (int)get_global_id(0), y = (int)get_global_id(1), z = (int)get_global_id(2);
    if (x >= edge || y >= edge || z >= slices) {
        return;
    }
    const double value =
        formula(box_coordinate(x, edge), box_coordinate(y, edge), box_coordinate(first_slice + z, edge));
    voxels[((size_t)z * (size_t)edge + (size_t)y) * (size_t)edge + (size_t)x] =
        (uchar)(fmin(fmax(value, 0.0), 255.0) + 0.5);
}
