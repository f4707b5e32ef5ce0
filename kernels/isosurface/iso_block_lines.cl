// The voxels of a block and of those around it, in local memory.
// Provides: LINE_FOURS, LINE_VOXELS, LINE_FIRST, find_inside.
// Requires: iso_block.cl, iso_scalar_*.cl.

// A line has the voxels -4 .. 11 of a row of a block as four pieces; beyond the volume its nearest voxels. The first
// own voxel is its fourth.
enum { LINE_FOURS = 4, LINE_VOXELS = 16, LINE_FIRST = 4 };

// Bit i: is voxel i of the nine of a row of cells inside?
static uint inside_bits(__local const four_t *line, float isovalue) {
    return inside_of_four(line[1], isovalue) | inside_of_four(line[2], isovalue) << 4 |
           (inside_of_four(line[3], isovalue) & 1u) << 8;
}

// Which voxels of a block are inside, from its lines.
static void find_inside(IsoParams params, __local const four_t *lines, int margin, int lane, __local uint *rows) {
    const int side = SIDE_Y + 2 * margin;
    for (int i = lane; i < BLOCK_ROWS; i += LANES) {
        const int line = side * (i / SIDE_Y + margin) + i % SIDE_Y + margin;
        rows[i] = inside_bits(lines + LINE_FOURS * line, params.isovalue);
    }
}
