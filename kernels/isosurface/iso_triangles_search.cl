// Every lane of a warp searches the cells of its triangles, which takes half the instructions of listing them; for blocks
// of one strip a lane.
// Provides: CODES, write_triangles.   Requires: iso_block_references.cl, iso_lanes_warp.cl.

enum { CODES = 3 * 8 * OWN_ROWS }; // of vertices alone

// Writes the triangles of a block.
// counts  triangles of the cells of this lane's strip, a byte each
// place   triangles of the lanes before
// count   triangles of the block
// first   index of its first
static void write_triangles(IsoParams params, __local const uint2 *references, __local const uchar *cases,
                            const uint *counts, uint place, uint count, uint first, int lane, __local ushort *codes,
                            __global const uint *case_corners, __global uint *triangles) {
    for (uint begin = 0u; begin < count; begin += LANES) {
        const uint i = begin + (uint)lane;
        uint strip = 0u;
#pragma unroll
        for (uint step = LANES / 2; step > 0u; step /= 2u) {
            strip += lane_value(place, strip + step) <= i ? step : 0u;
        }
        const uint each = lane_value(counts[0], strip), rest = i - lane_value(place, strip);
        // Byte c of `behind`: triangles of cells 0 .. c. The top bit of byte c of `passed`: `rest` is not below it.
        const uint behind = each * 0x01010101u, passed = ((rest * 0x01010101u) | 0x80808080u) - behind;
        const uint cell = (uint)popcount(passed & 0x80808080u), before = (behind - each) >> 8u * cell & 255u;
        if (i < count) {
            write_cell_triangle(params, references, cases, 4u * strip + cell, rest - before, case_corners, first + i,
                                triangles);
        }
    }
}
