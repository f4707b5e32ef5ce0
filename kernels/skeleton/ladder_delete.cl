// The last kernel of the ladder of thinning: simple points go, and other border points are plain object again.
// Provides: kernel delete_simple.   Requires: nothing.

__kernel void delete_simple(int nx, int ny, int nz, int row, int slice, int first, __global uchar *voxels,
                            __global volatile uint *deleted) {
    const int column = (int)get_global_id(0);
    uint here = 0u;
    for (int z = 0; z < nz && column < nx * ny; ++z) {
        const int voxel = first + column % nx + column / nx * row + z * slice;
        if (voxels[voxel] == LADDER_SIMPLE) {
            voxels[voxel] = 0;
            ++here;
        } else if (voxels[voxel] == LADDER_BORDER) {
            voxels[voxel] = LADDER_OBJECT;
        }
    }
    if (here) {
        atomic_add(deleted, here);
    }
}
