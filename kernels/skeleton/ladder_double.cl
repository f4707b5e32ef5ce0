// All of a subiteration of the ladder of thinning in one kernel, from one volume to the other (Jimenez and Ruiz de
// Miras 2012, 4.6).
// Provides: kernel thin_voxels.   Requires: ladder_match.cl, ladder_neighbours_*.cl.

__kernel void thin_voxels(int nx, int ny, int nz, int row, int slice, int first, TABLE offsets, TABLE templates,
                          NEIGHBOURS neighbours, __global const uchar *before, __global uchar *after,
                          __global volatile uint *deleted) {
    const int column = (int)get_global_id(0);
    NEIGHBOURS own = own_neighbours(neighbours);
    uint here = 0u;
    for (int z = 0; z < nz && column < nx * ny; ++z) {
        const int voxel = first + column % nx + column / nx * row + z * slice;
        int goes = 0;
        if (is_border(before + voxel, offsets)) {
            copy_neighbours(before + voxel, offsets, own);
            goes = matches(own, templates);
        }
        after[voxel] = goes ? 0 : before[voxel];
        here += (uint)goes;
    }
    if (here) {
        atomic_add(deleted, here);
    }
}
