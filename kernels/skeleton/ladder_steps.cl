// The ladder of thinning as four kernels: border points, their neighbourhoods, simple points, deletion.
// Provides: kernels mark_border, list_neighbours, match_listed.   Requires: ladder_match.cl.
//
// A work-item of those that look at all voxels takes a column along z. `first` is the place of voxel (0, 0, 0).

__kernel void mark_border(int nx, int ny, int nz, int row, int slice, int first, TABLE offsets,
                          __global uchar *voxels) {
    const int column = (int)get_global_id(0);
    for (int z = 0; z < nz && column < nx * ny; ++z) {
        __global uchar *voxel = voxels + first + column % nx + column / nx * row + z * slice;
        if (is_border(voxel, offsets)) {
            *voxel = LADDER_BORDER;
        }
    }
}

// Neighbourhoods of border points, one behind the other.
// counts  see match_listed; the number of those listed is 0 at first
__kernel void list_neighbours(int nx, int ny, int nz, int row, int slice, int first, TABLE offsets,
                              __global const uchar *voxels, __global volatile uint *counts,
                              __global int *list, __global uchar *neighbours) {
    const int column = (int)get_global_id(0);
    for (int z = 0; z < nz && column < nx * ny; ++z) {
        const int voxel = first + column % nx + column / nx * row + z * slice;
        if (voxels[voxel] == LADDER_BORDER) {
            const uint place = atomic_inc(counts + 1);
            list[place] = voxel;
            copy_neighbours(voxels + voxel, offsets, neighbours + (size_t)place * LADDER_NEIGHBOURS);
        }
    }
}

// counts  voxels deleted in this iteration, border points listed in this subiteration
__kernel void match_listed(TABLE templates, __global const uint *counts, __global const int *list,
                           __global uchar *neighbours, __global uchar *voxels) {
    const uint listed = counts[1];
    for (uint i = (uint)get_global_id(0); i < listed; i += (uint)get_global_size(0)) {
        if (matches(neighbours + (size_t)i * LADDER_NEIGHBOURS, templates)) {
            voxels[list[i]] = LADDER_SIMPLE;
        }
    }
}
