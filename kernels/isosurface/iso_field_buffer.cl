// A field whose voxels are stored.
// Provides: field_t, row_t, voxel_row, load_voxel, load_eight, load_lines.
// Requires: vectors.cl, scalar_*.cl, iso_scalar_*.cl, iso_block.cl, iso_block_lines.cl.

typedef scalar_t field_t;
typedef __global const scalar_t *row_t;

// First voxel of the row of voxels (., y, z), which are clamped to the volume.
static row_t voxel_row(IsoParams params, __global const field_t *voxels, int y, int z) {
    const int cy = min(y, params.dims[1] - 1), cz = min(z, params.dims[2] - 1);
    return voxels + ((size_t)cz * (size_t)params.dims[1] + (size_t)cy) * (size_t)params.dims[0];
}

// Voxels x .. x + 7 of a row, the last voxel repeated.
static scalar8_t load_eight(IsoParams params, row_t row, int x) {
    const int last = params.dims[0] - 1;
    if (x + 7 > last) { // rare: a loop is slower but shorter
        scalar_t eight[8];
#pragma unroll 1
        for (int i = 0; i < 8; ++i) {
            eight[i] = row[min(x + i, last)];
        }
        return vload8(0, eight);
    }
    return params.aligned ? *(__global const scalar8_t *)(row + x) : vload8(0, row + x);
}

static scalar_t load_voxel(row_t row, int x) { return row[x]; }

// Copies a piece of a block that touches the border, or of a volume whose rows are not aligned.
static void load_border_piece(IsoParams params, __global const field_t *voxels, int3 first, __local scalar_t *piece) {
    const row_t row = voxel_row(params, voxels, max(first.y, 0), max(first.z, 0));
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        piece[i] = row[clamp(first.x + i, 0, params.dims[0] - 1)];
    }
}

// Copies the lines of a block's cells and `margin` more on each side, y fastest: slice by slice, and work-items next to
// each other copy pieces next to each other.
static void load_lines(IsoParams params, __global const field_t *voxels, int3 block, int margin, int lane,
                       __local four_t *lines) {
    const int slices = SIDE_Z + 2 * margin, side = SIDE_Y + 2 * margin;
    const int3 first = block_origin(block) - (int3)(LINE_FIRST, margin, margin);
    const int3 behind = first + (int3)(LINE_VOXELS, side, slices);
    const int pieces = side * LINE_FOURS; // of a slice
    if (params.aligned && first.x >= 0 && first.y >= 0 && first.z >= 0 && behind.x <= params.dims[0] &&
        behind.y <= params.dims[1] && behind.z <= params.dims[2]) {
        __global const four_t *corner =
            (__global const four_t *)(voxels + voxel_index(params.dims, first.x, first.y, first.z));
        const size_t row = (size_t)params.dims[0] / 4, slice = row * (size_t)params.dims[1];
        for (int i = lane; i < pieces; i += LANES) {
            __global const four_t *from = corner + (size_t)(i / LINE_FOURS) * row + (size_t)(i % LINE_FOURS);
#pragma unroll
            for (int z = 0; z < slices; ++z) {
                lines[z * pieces + i] = from[(size_t)z * slice];
            }
        }
        return;
    }
    for (int i = lane; i < pieces; i += LANES) {
#pragma unroll
        for (int z = 0; z < slices; ++z) {
            load_border_piece(params, voxels, first + (int3)(4 * (i % LINE_FOURS), i / LINE_FOURS, z),
                              (__local scalar_t *)(lines + z * pieces + i));
        }
    }
}
