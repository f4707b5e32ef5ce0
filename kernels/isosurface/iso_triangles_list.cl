// The triangles of a block are listed, then shared out to the lanes.
// Provides: CODES, write_triangles.   Requires: iso_block_references.cl, iso_lanes_*.cl.

enum { CODES = CASE_TRIANGLES * 8 * OWN_ROWS };

// Lists the triangles of a strip as codes (row << 6 | x << 3 | triangle of the cell).
// counts  triangles of its cells, a byte each
// @return the place behind them
static uint list_triangles(int strip, uint counts, uint place, __local ushort *codes) {
    if (counts == 0u) {
        return place;
    }
#pragma unroll
    for (int cell = 0; cell < 4; ++cell) {
        const uint count = counts >> 8 * cell & 7u, code = (uint)(4 * strip + cell) << 3;
#pragma unroll
        for (uint i = 0u; i < CASE_TRIANGLES; ++i) {
            if (i < count) {
                codes[place + i] = (ushort)(code | i);
            }
        }
        place += count;
    }
    return place;
}

// Writes the triangles of a block.
// counts  triangles of the cells of this lane's strips, a byte each
// place   triangles of the lanes before
// count   triangles of the block
// first   index of its first
static void write_triangles(IsoParams params, __local const uint2 *references, __local const uchar *cases,
                            const uint *counts, uint place, uint count, uint first, int lane, __local ushort *codes,
                            __global const uint *case_corners, __global uint *triangles) {
    for (int i = 0; i < STRIPS; ++i) { // a lane without a strip has no triangles
        place = list_triangles(lane * STRIPS + i, counts[i], place, codes);
    }
    lanes_sync();
    for (uint i = (uint)lane; i < count; i += LANES) {
        write_cell_triangle(params, references, cases, codes[i] >> 3, codes[i] & 7u, case_corners, first + i,
                            triangles);
    }
}
