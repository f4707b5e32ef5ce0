// The first three kernels of the ladder of thinning as one (Jimenez and Ruiz de Miras 2012, 4.2).
// Provides: kernel mark_simple.   Requires: ladder_match.cl, ladder_neighbours_*.cl.

__kernel void mark_simple(int nx, int ny, int nz, int row, int slice, int first, TABLE offsets, TABLE templates,
                          NEIGHBOURS neighbours, __global uchar *voxels) {
    const int column = (int)get_global_id(0);
    NEIGHBOURS own = own_neighbours(neighbours);
    for (int z = 0; z < nz && column < nx * ny; ++z) {
        __global uchar *voxel = voxels + first + column % nx + column / nx * row + z * slice;
        if (is_border(voxel, offsets)) {
            copy_neighbours(voxel, offsets, own);
            if (matches(own, templates)) {
                *voxel = LADDER_SIMPLE;
            }
        }
    }
}
