// A block of 8 x 4 x 4 cells as rows of bits: which voxels are inside, which edges are cut.
// Provides: BLOCK_ROWS, OWN_ROWS, CUT_BITS, block_position, voxel_row, load_eight, load_rows, row_cuts, cell_case,
//           take_bit, strip_cells, strip_triangles, share_begin.
// Requires: vectors.cl, scalar_*.cl, iso_scalar_*.cl.
//
// A block has 8 x 4 x 4 voxels of its own; its cells reach one voxel further, to 9 x 5 x 5. Row (y, z) of these is bits
// 0 .. 8 of rows[5 * z + y]. An own voxel owns the three edges towards +x, +y, +z; row r = 4 * z + y of own voxels has
// the cut ones as bits x + 8 * axis of a word of 24 bits. Beyond the volume its last voxels are repeated, so no edge
// that leaves it is cut.

enum { BLOCK_ROWS = 25, OWN_ROWS = 16, CUT_BITS = 0xffffff };

// Block coordinates of a block's number.
static int3 block_position(IsoParams params, uint block) {
    const uint nx = (uint)params.blocks[0], ny = (uint)params.blocks[1];
    return (int3)((int)(block % nx), (int)(block / nx % ny), (int)(block / nx / ny));
}

// First voxel of the row of voxels (., y, z), which are clamped to the volume.
static __global const scalar_t *voxel_row(IsoParams params, __global const scalar_t *voxels, int y, int z) {
    const int cy = min(y, params.dims[1] - 1), cz = min(z, params.dims[2] - 1);
    return voxels + ((size_t)cz * (size_t)params.dims[1] + (size_t)cy) * (size_t)params.dims[0];
}

// Voxels x .. x + 7 of a row, the last voxel repeated.
static scalar8_t load_eight(IsoParams params, __global const scalar_t *row, int x) {
    const int last = params.dims[0] - 1;
    if (x + 7 > last) {
        return (scalar8_t)(row[min(x, last)], row[min(x + 1, last)], row[min(x + 2, last)], row[min(x + 3, last)],
                           row[min(x + 4, last)], row[min(x + 5, last)], row[min(x + 6, last)], row[last]);
    }
    return params.aligned ? *(__global const scalar8_t *)(row + x) : vload8(0, row + x);
}

// Bits 0 .. 8: is the voxel x .. x + 8 of the row inside?
static uint row_inside(IsoParams params, __global const scalar_t *row, int x) {
    const float8 values = convert_float8(load_eight(params, row, x));
    const int8 inside = (values >= (float8)(params.isovalue)) & (int8)(1, 2, 4, 8, 16, 32, 64, 128);
    const int4 four = inside.lo | inside.hi;
    const int2 two = four.lo | four.hi;
    const float next = (float)row[min(x + 8, params.dims[0] - 1)];
    return (uint)(two.x | two.y) | (next >= params.isovalue ? 256u : 0u);
}

// Cut edges of the voxels of own row r that lie in the volume.
static uint row_cuts(IsoParams params, int3 block, __local const uint *rows, int r) {
    const int y = r & 3, z = r >> 2;
    if (block.y * ISO_BLOCK_Y + y >= params.dims[1] || block.z * ISO_BLOCK_Z + z >= params.dims[2]) {
        return 0u;
    }
    __local const uint *row = rows + 5 * z + y;
    const uint here = row[0];
    const uint voxels = (1u << min(params.dims[0] - block.x * ISO_BLOCK_X, (int)ISO_BLOCK_X)) - 1u;
    return ((here ^ here >> 1) & voxels) | ((here ^ row[1]) & voxels) << 8 | ((here ^ row[5]) & voxels) << 16;
}

// Bits 0 .. 7: cells of own row r that lie in the volume and have corners inside and outside.
static uint mixed_cells(IsoParams params, int3 block, __local const uint *rows, int r) {
    const int y = r & 3, z = r >> 2;
    if (block.y * ISO_BLOCK_Y + y >= params.dims[1] - 1 || block.z * ISO_BLOCK_Z + z >= params.dims[2] - 1) {
        return 0u;
    }
    __local const uint *row = rows + 5 * z + y;
    const uint any = row[0] | row[1] | row[5] | row[6], all = row[0] & row[1] & row[5] & row[6];
    const int cells = min(params.dims[0] - 1 - block.x * ISO_BLOCK_X, (int)ISO_BLOCK_X);
    return (any | any >> 1) & ~(all & all >> 1) & ((1u << cells) - 1u);
}

// Case of cell x of own row r: bit c is corner (c & 1, c >> 1 & 1, c >> 2).
static uint cell_case(__local const uint *rows, int r, int x) {
    __local const uint *row = rows + 5 * (r >> 2) + (r & 3);
    return (row[0] >> x & 3u) | (row[1] >> x & 3u) << 2 | (row[5] >> x & 3u) << 4 | (row[6] >> x & 3u) << 6;
}

// Takes the lowest set bit out of *bits. @return its number
static int take_bit(uint *bits) {
    const uint lowest = *bits & (0u - *bits);
    *bits ^= lowest;
    return 31 - (int)clz(lowest);
}

// Reads which voxels of a block are inside.
static void load_rows(IsoParams params, __global const scalar_t *voxels, int3 block, int lane, __local uint *rows) {
    for (int i = lane; i < BLOCK_ROWS; i += LANES) {
        __global const scalar_t *row =
            voxel_row(params, voxels, block.y * ISO_BLOCK_Y + i % 5, block.z * ISO_BLOCK_Z + i / 5);
        rows[i] = row_inside(params, row, block.x * ISO_BLOCK_X);
    }
}

// Work is cut into 32 strips, half rows of 4 cells: cells of strip s that have triangles.
static uint strip_cells(IsoParams params, int3 block, __local const uint *rows, int strip) {
    return mixed_cells(params, block, rows, strip >> 1) & (strip & 1 ? 0xf0u : 0x0fu);
}

// Triangles of the cells of a strip.
static uint strip_triangles(IsoParams params, int3 block, __local const uint *rows, int strip,
                            __global const uchar *case_counts) {
    uint cells = strip_cells(params, block, rows, strip), count = 0u;
    while (cells) {
        count += case_counts[cell_case(rows, strip >> 1, take_bit(&cells))];
    }
    return count;
}

// First slot of the share of active blocks of work-group `group`; shares are as equal as whole teams allow.
static uint share_begin(uint found, uint group, uint groups) {
    return (uint)((ulong)((found + TEAMS - 1u) / TEAMS) * group / groups) * TEAMS;
}
