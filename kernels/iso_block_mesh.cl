// Writes the vertices and triangles of active blocks.
// Provides: kernel mesh_blocks.
// Requires: iso_block.cl, iso_lanes_*.cl, iso_write.cl; LANES work-items a block, TEAMS blocks a work-group.
//
// A block writes the vertices of its own voxels' edges. Its triangles also use edges of voxels of up to seven
// neighbours (x = 8, y = 4 or z = 4): the index of such a vertex follows from the neighbour's record of cut edges, so blocks share
// vertices without ever writing an index per voxel.

enum { STRIPS = 32 / LANES, ROW_REFERENCES = 2 * BLOCK_ROWS, CELL_CODES = 5 * 128, VERTEX_CODES = 3 * 128 };

#define NO_SLOT 0xffffffffu

// Slot of the block at offset (n & 1, n >> 1 & 1, n >> 2) from `block`; NO_SLOT if it is not active.
static uint neighbour_slot(IsoParams params, int3 block, uint found, __global const uint *active,
                           __global const uint *slots, int n) {
    const int3 owner = block + (int3)(n & 1, n >> 1 & 1, n >> 2);
    if (owner.x >= params.blocks[0] || owner.y >= params.blocks[1] || owner.z >= params.blocks[2]) {
        return NO_SLOT;
    }
    const uint number = (uint)((owner.z * params.blocks[1] + owner.y) * params.blocks[0] + owner.x);
    const uint slot = slots[number];
    return slot < found && active[slot] == number ? slot : NO_SLOT;
}

// Reference e is the row of own voxels, of this block or a neighbour, that holds the voxels from x = 8 * (e / 25) on at
// y = e % 5, z = e % 25 / 5.
// words   the row's cut edges; 0 if its block is not active
// firsts  the row's first vertex
static void load_reference(__local const uint *neighbours, __global const uint2 *cuts, __global const uint2 *bases,
                           int e, __local uint *words, __local uint *firsts) {
    const int y = e % 5, z = e % BLOCK_ROWS / 5;
    const uint slot = neighbours[e / BLOCK_ROWS | y >> 2 << 1 | z >> 2 << 2];
    if (slot == NO_SLOT) {
        words[e] = firsts[e] = 0u;
        return;
    }
    const int row = 4 * (z & 3) + (y & 3);
    const uint2 pair = cuts[(size_t)slot * (OWN_ROWS / 2) + (size_t)(row >> 1)];
    const uint before = bases[slot].x + (pair.x >> 24) + (pair.y >> 24 << 8);
    words[e] = (row & 1 ? pair.y : pair.x) & CUT_BITS;
    firsts[e] = row & 1 ? before + (uint)popcount(pair.x & CUT_BITS) : before;
}

// Index of the vertex on an edge: voxel in 0 .. 8, 0 .. 4, 0 .. 4 of the block.
static uint vertex_index(__local const uint *words, __local const uint *firsts, int x, int y, int z, int axis) {
    const int e = (x >> 3) * BLOCK_ROWS + 5 * z + y;
    return firsts[e] + (uint)popcount(words[e] & ((1u << ((x & 7) + 8 * axis)) - 1u));
}

// Lists the cut edges of own row r as codes (r << 5 | bit), in the order of their vertices.
static void list_vertices(uint word, uint place, int r, __local ushort *codes) {
    while (word) {
        codes[place++] = (ushort)(r << 5 | take_bit(&word));
    }
}

// Lists the triangles of a strip as codes (row << 6 | x << 3 | triangle of the cell).
// @return the place behind them
static uint list_triangles(IsoParams params, int3 block, __local const uint *rows, int strip,
                           __global const uchar *case_counts, uint place, __local ushort *codes) {
    uint cells = strip_cells(params, block, rows, strip);
    while (cells) {
        const int x = take_bit(&cells), r = strip >> 1;
        const uint count = case_counts[cell_case(rows, r, x)];
        for (uint i = 0u; i < count; ++i) {
            codes[place++] = (ushort)((uint)(r << 6 | x << 3) | i);
        }
    }
    return place;
}

// Index of the vertex on an edge of cell (x, y, z). edge  axis | dx << 2 | dy << 3 | dz << 4
static uint cell_vertex(__local const uint *words, __local const uint *firsts, int x, int y, int z, uint edge) {
    return vertex_index(words, firsts, x + (int)(edge >> 2 & 1u), y + (int)(edge >> 3 & 1u), z + (int)(edge >> 4),
                        (int)(edge & 3u));
}

// case_edges  16 bytes a case: the edge of each corner of each triangle
static uint3 triangle_corners(__local const uint *rows, __local const uint *words, __local const uint *firsts,
                              uint code, __global const uchar *case_edges) {
    const int r = (int)(code >> 6), x = (int)(code >> 3 & 7u), y = r & 3, z = r >> 2;
    // The fourth byte is not used.
    const uchar4 edges = vload4(0, case_edges + 16u * cell_case(rows, r, x) + 3u * (code & 7u));
    return (uint3)(cell_vertex(words, firsts, x, y, z, edges.x), cell_vertex(words, firsts, x, y, z, edges.y),
                   cell_vertex(words, firsts, x, y, z, edges.z));
}

__kernel void mesh_blocks(IsoParams params, __global const scalar_t *voxels, __global const uchar *case_counts,
                          __global const uchar *case_edges, __global uint *counters, __global const uint *active,
                          __global const uint *slots, __global const uint2 *cuts, __global const uint2 *bases,
                          __global float *positions, __global float *normals, __global uint *triangles) {
    __local uint rows[TEAMS][BLOCK_ROWS], words[TEAMS][ROW_REFERENCES], firsts[TEAMS][ROW_REFERENCES];
    __local uint scan[TEAMS][LANES], neighbours[TEAMS][8];
    __local ushort vertex_codes[TEAMS][VERTEX_CODES], cell_codes[TEAMS][CELL_CODES];
    const int lane = (int)get_local_id(0) % LANES, team = (int)get_local_id(0) / LANES;
    const uint found = min(counters[params.counters], (uint)params.slots);
    const uint group = (uint)get_group_id(0), groups = (uint)get_num_groups(0);
    const uint end = min(share_begin(found, group + 1u, groups), found);
    if (get_global_id(0) == 0) { // the next extraction counts with the other half
        vstore4((uint4)(0u), 0, counters + (ISO_COUNTERS - params.counters));
    }
    for (uint begin = share_begin(found, group, groups); begin < end; begin += TEAMS) {
        const uint slot = begin + (uint)team;
        const int present = slot < end;
        const int3 block = block_position(params, present ? active[slot] : 0u);
        const int3 origin = block * (int3)(ISO_BLOCK_X, ISO_BLOCK_Y, ISO_BLOCK_Z);
        const uint2 base = present ? bases[slot] : (uint2)(0u);
        if (present) {
            load_rows(params, voxels, block, lane, rows[team]);
            for (int n = lane; n < 8; n += LANES) {
                neighbours[team][n] = neighbour_slot(params, block, found, active, slots, n);
            }
        }
        lanes_sync();
        for (int e = lane; e < ROW_REFERENCES && present; e += LANES) {
            load_reference(neighbours[team], cuts, bases, e, words[team], firsts[team]);
        }
        lanes_sync();
        for (int r = lane; r < OWN_ROWS && present; r += LANES) {
            const int e = 5 * (r >> 2) + (r & 3);
            list_vertices(words[team][e], firsts[team][e] - base.x, r, vertex_codes[team]);
        }
        lanes_sync();
        const int last = 5 * 3 + 3; // the last own row
        const uint vertices = present ? firsts[team][last] + (uint)popcount(words[team][last]) - base.x : 0u;
        for (uint i = (uint)lane; i < vertices; i += LANES) {
            const int code = (int)vertex_codes[team][i], r = code >> 5;
            const int3 voxel = origin + (int3)(code & 7, r & 3, r >> 2);
            write_vertex(params, voxels, voxel, code >> 3 & 3, base.x + i, positions, normals);
        }
        const int first_strip = lane * STRIPS, end_strip = present ? first_strip + STRIPS : first_strip;
        uint mine = 0u, count;
        for (int strip = first_strip; strip < end_strip; ++strip) {
            mine += strip_triangles(params, block, rows[team], strip, case_counts);
        }
        uint place = lanes_scan(mine, scan[team], lane, &count);
        for (int strip = first_strip; strip < end_strip; ++strip) {
            place = list_triangles(params, block, rows[team], strip, case_counts, place, cell_codes[team]);
        }
        lanes_sync();
        for (uint i = (uint)lane; i < count; i += LANES) {
            const uint3 corners =
                triangle_corners(rows[team], words[team], firsts[team], cell_codes[team][i], case_edges);
            write_triangle(params, corners, base.y + i, triangles);
        }
        lanes_sync();
    }
}
