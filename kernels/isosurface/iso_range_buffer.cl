// Smallest and largest of the columns of a block whose voxels are stored.
// Provides: fold_block.   Requires: iso_field_buffer.cl, iso_fold_*.cl.

// Rows of voxels x .. x + 7 of a block. Nearly all blocks lie inside of the volume: their loads depend on nothing.
static Fold fold_block(IsoParams params, __global const scalar_t *voxels, int x, int y, int z) {
    if (params.aligned && x + 7 < params.dims[0] && y + BLOCK_Y < params.dims[1] && z + BLOCK_Z < params.dims[2]) {
        const size_t row = (size_t)params.dims[0] / 8, slice = row * (size_t)params.dims[1];
        __global const scalar8_t *first = (__global const scalar8_t *)(voxel_row(params, voxels, y, z) + x);
        Fold fold = first_fold(first[0]);
#pragma unroll
        for (int i = 1; i < BLOCK_ROWS; ++i) {
            fold_in(&fold, first[(size_t)(i / SIDE_Y) * slice + (size_t)(i % SIDE_Y) * row]);
        }
        return fold;
    }
    Fold fold = first_fold(load_eight(params, voxel_row(params, voxels, y, z), x));
    for (int i = 1; i < BLOCK_ROWS; ++i) {
        fold_in(&fold, load_eight(params, voxel_row(params, voxels, y + i % SIDE_Y, z + i / SIDE_Y), x));
    }
    return fold;
}
