// Smallest and largest of the columns of a block whose voxels are evaluated.
// Provides: fold_block.   Requires: iso_field_formula.cl, iso_fold_plain.cl.

// Rows of voxels x .. x + 7 of a block.
static Fold fold_block(IsoParams params, __global const field_t *field, int x, int y, int z) {
    Fold fold;
#pragma unroll 1
    for (int i = 0; i < BLOCK_ROWS; ++i) { // the formula's text is in the kernel once
        const scalar8_t row = load_eight(params, voxel_row(params, field, y + i % SIDE_Y, z + i / SIDE_Y), x);
        if (i == 0) {
            fold = first_fold(row);
        }
        fold_in(&fold, row);
    }
    return fold;
}
