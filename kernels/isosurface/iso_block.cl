// A block of 8 x 4 x 4 cells as rows of bits: which voxels are inside, which edges are cut.
// Provides: BLOCK_ROWS, OWN_ROWS, CUT_BITS, ALL_STRIPS, STRIPS, ENTRY_BLOCKS, packed_position, block_position,
//           block_number, blocks_before, bits_before, is_own, row_cuts, take_bit, strip_cases, strip_counts,
//           sum_of_bytes.
// Requires: iso_lanes_*.cl; LANES work-items a block, TEAMS blocks a work-group.
//
// A block has 8 x 4 x 4 voxels of its own; its cells reach one voxel further, to 9 x 5 x 5. Row (y, z) of these is bits
// 0 .. 8 of rows[5 * z + y]. An own voxel owns the three edges towards +x, +y, +z; row r = 4 * z + y of own voxels has
// the cut ones as bits x + 8 * axis of a word of 24 bits. Beyond the volume its last voxels are repeated, so no edge
// that leaves it is cut.

enum { BLOCK_ROWS = 25, OWN_ROWS = 16, CUT_BITS = 0xffffff };

// Cells are shared out as 32 strips, half rows of 4 cells: strip s is cells 4 * (s & 1) .. of own row s >> 1.
enum { ALL_STRIPS = 32, STRIPS = ALL_STRIPS / LANES };

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
    const int layer = min((slice + ISO_BLOCK_Z - 1) / ISO_BLOCK_Z, params.blocks[2]);
    return (uint)layer * (uint)params.blocks[1] * (uint)params.blocks[0];
}

// Bit i: does block first + i come before block `end`?
static uint bits_before(uint first, uint end) {
    return end <= first ? 0u : end - first < ENTRY_BLOCKS ? (1u << (end - first)) - 1u : 0xffffffffu;
}

// Are the vertices of a block extracted? Those of the layer of blocks behind are only numbered, for they are corners of
// extracted triangles.
static int is_own(IsoParams params, int3 block) { return block.z * ISO_BLOCK_Z < params.end_slice; }

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

// Takes the lowest set bit out of *bits. @return its number
static int take_bit(uint *bits) {
    const uint lowest = *bits & (0u - *bits);
    *bits ^= lowest;
    return 31 - (int)clz(lowest);
}

// Bits i and i + 1 of five bits go to the lowest bits of byte i.
static uint pairs_of(uint five) { return (five & 31u) * 0x00204081u & 0x03030303u; }

// Cases of the cells of a strip, a byte each: bit c is corner (c & 1, c >> 1 & 1, c >> 2). Cells beyond the volume, or
// beyond the layers that are extracted, have the case without triangles.
static uint strip_cases(IsoParams params, int3 block, __local const uint *rows, int strip) {
    const int r = strip >> 1, x = 4 * (strip & 1), y = r & 3, z = r >> 2;
    __local const uint *row = rows + 5 * z + y;
    const uint cases = pairs_of(row[0] >> x) | pairs_of(row[1] >> x) << 2 | pairs_of(row[5] >> x) << 4 |
                       pairs_of(row[6] >> x) << 6;
    const int cells = params.dims[0] - 1 - block.x * ISO_BLOCK_X - x;
    const int inside = block.y * ISO_BLOCK_Y + y < params.dims[1] - 1 && block.z * ISO_BLOCK_Z + z < params.end_layer;
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
