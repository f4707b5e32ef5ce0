// The voxels of a block and of those around it, in local memory.
// Provides: LINE_FOURS, LINE_VOXELS, LINE_FIRST, load_lines, find_inside.
// Requires: iso_block.cl, iso_scalar_*.cl.

// A line has the voxels -4 .. 11 of a row of a block as four pieces; beyond the volume its nearest voxels. The first
// own voxel is its fourth.
enum { LINE_FOURS = 4, LINE_VOXELS = 16, LINE_FIRST = 4 };

// Copies a piece of a block that touches the border, or of a volume whose rows are not aligned.
static void load_border_piece(IsoParams params, __global const scalar_t *voxels, int3 first, __local scalar_t *piece) {
    __global const scalar_t *row = voxel_row(params, voxels, max(first.y, 0), max(first.z, 0));
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        piece[i] = row[clamp(first.x + i, 0, params.dims[0] - 1)];
    }
}

// Copies the lines y, z = -margin .. side - margin - 1 of a block, y fastest: slice by slice, and work-items next to
// each other copy pieces next to each other.
static void load_lines(IsoParams params, __global const scalar_t *voxels, int3 block, int side, int margin, int lane,
                       __local four_t *lines) {
    const int3 first = block * (int3)(ISO_BLOCK_X, ISO_BLOCK_Y, ISO_BLOCK_Z) - (int3)(LINE_FIRST, margin, margin);
    const int3 behind = first + (int3)(LINE_VOXELS, side, side);
    const int pieces = side * LINE_FOURS; // of a slice
    if (params.aligned && first.x >= 0 && first.y >= 0 && first.z >= 0 && behind.x <= params.dims[0] &&
        behind.y <= params.dims[1] && behind.z <= params.dims[2]) {
        __global const four_t *corner =
            (__global const four_t *)(voxels + voxel_index(params.dims, first.x, first.y, first.z));
        const size_t row = (size_t)params.dims[0] / 4, slice = row * (size_t)params.dims[1];
        for (int i = lane; i < pieces; i += LANES) {
            __global const four_t *from = corner + (size_t)(i / LINE_FOURS) * row + (size_t)(i % LINE_FOURS);
#pragma unroll
            for (int z = 0; z < side; ++z) {
                lines[z * pieces + i] = from[(size_t)z * slice];
            }
        }
        return;
    }
    for (int i = lane; i < pieces; i += LANES) {
#pragma unroll
        for (int z = 0; z < side; ++z) {
            load_border_piece(params, voxels, first + (int3)(4 * (i % LINE_FOURS), i / LINE_FOURS, z),
                              (__local scalar_t *)(lines + z * pieces + i));
        }
    }
}

// Bit i: is voxel i of the nine of a row of cells inside?
static uint inside_bits(__local const four_t *line, float isovalue) {
    return inside_of_four(line[1], isovalue) | inside_of_four(line[2], isovalue) << 4 |
           (inside_of_four(line[3], isovalue) & 1u) << 8;
}

// Which voxels of a block are inside, from its lines.
static void find_inside(IsoParams params, __local const four_t *lines, int side, int margin, int lane,
                        __local uint *rows) {
    for (int i = lane; i < BLOCK_ROWS; i += LANES) {
        rows[i] = inside_bits(lines + LINE_FOURS * (side * (i / 5 + margin) + i % 5 + margin), params.isovalue);
    }
}
