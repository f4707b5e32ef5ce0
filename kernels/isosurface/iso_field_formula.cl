// A field whose voxels are evaluated where they are needed.
// Provides: field_t, row_t, voxel_row, load_voxel, load_eight, load_lines.
// Requires: scalar_f32.cl, iso_scalar_f32.cl, formula_functions.h, formula.cl, iso_block.cl, iso_block_lines.cl.

// What follows is rounded as beside stored voxels.
#pragma OPENCL FP_CONTRACT DEFAULT

// Coordinates of the voxels along x, then along y, then along z, where they are those of all slices of the volume.
typedef double field_t;

typedef struct {
    __global const double *x;
    double y, z;
} row_t;

// The row of voxels (., y, z), which are clamped to the volume.
static row_t voxel_row(IsoParams params, __global const field_t *field, int y, int z) {
    const int nx = params.dims[0], ny = params.dims[1];
    row_t row;
    row.x = field;
    row.y = field[nx + min(y, ny - 1)];
    row.z = field[nx + ny + params.first_slice + min(z, params.dims[2] - 1)];
    return row;
}

static scalar_t load_voxel(row_t row, int x) { return formula_voxel(formula(row.x[x], row.y, row.z)); }

// Voxels x .. x + 7 of a row, the last voxel repeated.
static scalar8_t load_eight(IsoParams params, row_t row, int x) {
    scalar_t eight[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        eight[i] = load_voxel(row, min(x + i, params.dims[0] - 1));
    }
    return vload8(0, eight);
}

// Evaluates the lines of a block's cells and `margin` more on each side, y fastest, from `margin` voxels before its first
// to as many behind the first of the next block: what lies beyond in a line is not looked at.
static void load_lines(IsoParams params, __global const field_t *field, int3 block, int margin, int lane,
                       __local four_t *lines) {
    const int slices = SIDE_Z + 2 * margin, side = SIDE_Y + 2 * margin;
    const int3 first = block_origin(block) - (int3)(margin);
    const int width = ISO_BLOCK_X + 1 + 2 * margin;
    __local scalar_t *voxels = (__local scalar_t *)lines + LINE_FIRST - margin;
    for (int i = lane; i < side * slices * width; i += LANES) {
        const int line = i / width, x = i % width;
        const row_t row = voxel_row(params, field, max(first.y + line % side, 0), max(first.z + line / side, 0));
        voxels[line * LINE_VOXELS + x] = load_voxel(row, clamp(first.x + x, 0, params.dims[0] - 1));
    }
}
