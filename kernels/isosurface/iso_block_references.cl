// The vertices that the triangles of a block use, found by the records of cut edges of the block and its neighbours.
// Provides: PAIRS, ROW_REFERENCES, CASE_TRIANGLES, neighbour_slot, load_references, write_cell_triangle.
// Requires: iso_block.cl, iso_write.cl.
//
// A block writes the vertices of its own voxels' edges. Its triangles also use edges of voxels of up to seven
// neighbours (x = 8, y = BLOCK_Y or z = BLOCK_Z): the index of such a vertex follows from the neighbour's record of cut edges, so
// blocks share vertices without ever writing an index per voxel.

// References are kept in pairs of rows y = 0 and 1, 2 and 3 ... BLOCK_Y and one more of z = 0 .. BLOCK_Z, of voxels from
// x = 0 and from 8 on.
enum { OWN_PAIRS = BLOCK_Y / 2, LAYER_PAIRS = OWN_PAIRS + 1, ROW_REFERENCES = 2 * LAYER_PAIRS };
enum { SIDE_PAIRS = LAYER_PAIRS * SIDE_Z, PAIRS = 2 * SIDE_PAIRS, SIDE_REFERENCES = 2 * SIDE_PAIRS };
enum { CASE_TRIANGLES = 5 };

#define NO_SLOT 0xffffffffu

// Slot of the block at offset (n & 1, n >> 1 & 1, n >> 2) from `block`; NO_SLOT if it is not active.
static uint neighbour_slot(IsoParams params, int3 block, __global const uint2 *entries, int n) {
    const int3 owner = block + (int3)(n & 1, n >> 1 & 1, n >> 2);
    if (owner.x >= params.blocks[0] || owner.y >= params.blocks[1] || owner.z >= params.blocks[2]) {
        return NO_SLOT;
    }
    const uint number = block_number(params, owner);
    const uint2 entry = entries[number / ENTRY_BLOCKS];
    const uint bit = 1u << number % ENTRY_BLOCKS, slot = entry.y + (uint)popcount(entry.x & (bit - 1u));
    return (entry.x & bit) && slot < (uint)params.slots ? slot : NO_SLOT;
}

// References to two rows of voxels of this block or of a neighbour.
// @return of each row its cut edges, 0 if its block is not active, and its first vertex
static uint4 load_references(__local const uint *neighbours, __global const uint2 *cuts, __global const uint2 *bases,
                             int pair) {
    const uint z = (uint)pair % SIDE_PAIRS / LAYER_PAIRS, pair_y = (uint)pair % LAYER_PAIRS;
    const uint slot = neighbours[(uint)pair / SIDE_PAIRS | pair_y / OWN_PAIRS << 1 | z / BLOCK_Z << 2];
    if (slot == NO_SLOT) {
        return (uint4)(0u);
    }
    const uint2 words = cuts[(size_t)slot * (OWN_ROWS / 2) + (size_t)(z % BLOCK_Z * OWN_PAIRS + pair_y % OWN_PAIRS)];
    const uint first = bases[slot].x + (words.x >> 24) + (words.y >> 24 << 8), edges = words.x & CUT_BITS;
    return (uint4)(edges, first, words.y & CUT_BITS, first + (uint)popcount(edges));
}

// Index of the vertex on an edge of the cell at x, whose row has reference e.
// edge  dx | axis << 3 | (dy + ROW_REFERENCES * dz) << 5
static uint cell_vertex(__local const uint2 *references, uint e, uint x, uint edge) {
    const uint beyond = x + (edge & 1u);
    const uint2 row = references[e + (edge >> 5) + (beyond >> 3) * SIDE_REFERENCES];
    return row.y + (uint)popcount(row.x & ((1u << ((beyond & 7u) | (edge & 24u))) - 1u));
}

// Writes triangle `number` of a cell of the block.
// cases         of the block's cells, x fastest
// case_corners  CASE_TRIANGLES numbers a case: the edges of a triangle's corners, 10 bits each
static void write_cell_triangle(IsoParams params, __local const uint2 *references, __local const uchar *cases,
                                uint cell, uint number, __global const uint *case_corners, uint index,
                                __global uint *triangles) {
    const uint x = cell & 7u, e = ROW_REFERENCES * (cell / (8 * BLOCK_Y)) + (cell >> 3 & (BLOCK_Y - 1));
    const uint edges = case_corners[CASE_TRIANGLES * cases[cell] + number];
    const uint3 corners =
        (uint3)(cell_vertex(references, e, x, edges & 1023u), cell_vertex(references, e, x, edges >> 10 & 1023u),
                cell_vertex(references, e, x, edges >> 20));
    write_triangle(params, corners, index, triangles);
}
