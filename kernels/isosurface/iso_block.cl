// A block of cells as rows of bits: which voxels are inside, which edges are cut.
// Provides: BLOCK_Y, BLOCK_Z, SIDE_Y, SIDE_Z, BLOCK_ROWS, OWN_ROWS, CUT_BITS, ALL_STRIPS, STRIPS, ENTRY_BLOCKS,
//           block_origin, row_y, row_z, packed_position, block_position, block_number, blocks_before, bits_before,
//           is_own, row_cuts, take_bit, has_strip, strip_cases, strip_counts, sum_of_bytes.
// Requires: iso_lanes_*.cl; constants BLOCK_Y, BLOCK_Z; LANES work-items a block, TEAMS blocks a work-group.
//
// A block has 8 x BLOCK_Y x BLOCK_Z voxels of its own; its cells reach one voxel further. Row (y, z) of these is bits
// 0 .. 8 of rows[SIDE_Y * z + y]. An own voxel owns the three edges towards +x, +y, +z; row r = BLOCK_Y * z + y of own
// voxels has the cut ones as bits x + 8 * axis of a word of 24 bits. Beyond the volume its last voxels are repeated, so
// no edge that leaves it is cut.

#ifndef BLOCK_Y
#define BLOCK_Y ISO_BLOCK_Y // voxels of a block along y and z, 2, 4 or 8 each; along x they are ISO_BLOCK_X
#define BLOCK_Z ISO_BLOCK_Z
#endif

enum { SIDE_Y = BLOCK_Y + 1, SIDE_Z = BLOCK_Z + 1, BLOCK_ROWS = SIDE_Y * SIDE_Z };
enum { OWN_ROWS = BLOCK_Y * BLOCK_Z, CUT_BITS = 0xffffff };

// Cells are shared out as strips, half rows of 4 cells: strip s is cells 4 * (s & 1) .. of own row s >> 1. If there are
// fewer than lanes, the last lanes have none.
enum { ALL_STRIPS = 2 * OWN_ROWS, STRIPS = ALL_STRIPS < LANES ? 1 : ALL_STRIPS / LANES };

static int3 block_origin(int3 block) { return block * (int3)(ISO_BLOCK_X, BLOCK_Y, BLOCK_Z); }

// Where own row r lies in its block.
static int row_y(int r) { return r & (BLOCK_Y - 1); }
static int row_z(int r) { return (int)((uint)r / BLOCK_Y); }

// Bits that hold 0 .. count - 1.
static int bits_for(int count) { return count > 1 ? 32 - (int)clz((uint)(count - 1)) : 0; }

// Block coordinates in one number, to be had without a division: x | y | z, each in as many bits as it needs.
static uint packed_position(IsoParams params, uint x, uint y, uint z) {
    const int x_bits = bits_for(params.blocks[0]);
    return x | y << x_bits | z << (x_bits + bits_for(params.blocks[1]));
}

static int3 block_position(IsoParams params, uint packed) {
    const int x_bits = bits_for(params.blocks[0]), y_bits = bits_for(params.blocks[1]);
    return (int3)((int)(packed & ((1u << x_bits) - 1u)), (int)(packed >> x_bits & ((1u << y_bits) - 1u)),
                  (int)(packed >> (x_bits + y_bits)));
}

// Blocks are numbered x fastest. An entry stands for this many of consecutive numbers.
enum { ENTRY_BLOCKS = 32 };

static uint block_number(IsoParams params, int3 block) {
    return ((uint)block.z * (uint)params.blocks[1] + (uint)block.y) * (uint)params.blocks[0] + (uint)block.x;
}

// Number of the first block of a slice, which is the first of its block; of all blocks for a slice behind the last.
static uint blocks_before(IsoParams params, int slice) {
    const int layer = min((slice + BLOCK_Z - 1) / BLOCK_Z, params.blocks[2]);
    return (uint)layer * (uint)params.blocks[1] * (uint)params.blocks[0];
}

// Bit i: does block first + i come before block `end`?
static uint bits_before(uint first, uint end) {
    return end <= first ? 0u : end - first < ENTRY_BLOCKS ? (1u << (end - first)) - 1u : 0xffffffffu;
}

// Are the vertices of a block extracted? Those of the layer of blocks behind are only numbered, for they are corners of
// extracted triangles.
static int is_own(IsoParams params, int3 block) { return block.z * BLOCK_Z < params.end_slice; }

// Cut edges of the voxels of own row r that lie in the volume.
static uint row_cuts(IsoParams params, int3 block, __local const uint *rows, int r) {
    const int y = row_y(r), z = row_z(r);
    if (block.y * BLOCK_Y + y >= params.dims[1] || block.z * BLOCK_Z + z >= params.dims[2]) {
        return 0u;
    }
    __local const uint *row = rows + SIDE_Y * z + y;
    const uint here = row[0];
    const uint voxels = (1u << min(params.dims[0] - block.x * ISO_BLOCK_X, (int)ISO_BLOCK_X)) - 1u;
    return ((here ^ here >> 1) & voxels) | ((here ^ row[1]) & voxels) << 8 | ((here ^ row[SIDE_Y]) & voxels) << 16;
}

// Takes the lowest set bit out of *bits. @return its number
static int take_bit(uint *bits) {
    const uint lowest = *bits & (0u - *bits);
    *bits ^= lowest;
    return 31 - (int)clz(lowest);
}

// Bits i and i + 1 of five bits go to the lowest bits of byte i.
static uint pairs_of(uint five) { return (five & 31u) * 0x00204081u & 0x03030303u; }

// Is there a strip for each of a lane's places?
static int has_strip(int strip) { return ALL_STRIPS >= LANES || strip < ALL_STRIPS; }

// Cases of the cells of a strip, a byte each: bit c is corner (c & 1, c >> 1 & 1, c >> 2). Cells beyond the volume, or
// beyond the layers that are extracted, have the case without triangles.
static uint strip_cases(IsoParams params, int3 block, __local const uint *rows, int strip) {
    const int r = strip >> 1, x = 4 * (strip & 1), y = row_y(r), z = row_z(r);
    __local const uint *row = rows + SIDE_Y * z + y;
    const uint cases = pairs_of(row[0] >> x) | pairs_of(row[1] >> x) << 2 | pairs_of(row[SIDE_Y] >> x) << 4 |
                       pairs_of(row[SIDE_Y + 1] >> x) << 6;
    const int cells = params.dims[0] - 1 - block.x * ISO_BLOCK_X - x;
    const int inside = block.y * BLOCK_Y + y < params.dims[1] - 1 && block.z * BLOCK_Z + z < params.end_layer;
    if (!inside || cells <= 0) {
        return 0u;
    }
    return cells < 4 ? cases & ((1u << 8 * cells) - 1u) : cases;
}

// Triangles of the cells of a strip, a byte each.
static uint strip_counts(uint cases, __global const uchar *case_counts) {
    if (cases == 0u || cases == 0xffffffffu) {
        return 0u;
    }
    return (uint)case_counts[cases & 255u] | (uint)case_counts[cases >> 8 & 255u] << 8 |
           (uint)case_counts[cases >> 16 & 255u] << 16 | (uint)case_counts[cases >> 24] << 24;
}

static uint sum_of_bytes(uint bytes) { return bytes * 0x01010101u >> 24; }
