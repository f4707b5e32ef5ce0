// Writes the vertices and triangles of active blocks.
// Provides: kernel mesh_blocks.   Requires: iso_block.cl, iso_block_tile.cl, iso_lanes_*.cl, iso_write.cl.
//
// A block writes the vertices of its own voxels' edges. Its triangles also use edges of voxels of up to seven
// neighbours (x = 8, y = 4 or z = 4): the index of such a vertex follows from the neighbour's record of cut edges, so
// blocks share vertices without ever writing an index per voxel.

enum { ROW_REFERENCES = 2 * BLOCK_ROWS, VERTEX_CODES = 3 * 128, TRIANGLE_CODES = 5 * 128, CASE_TRIANGLES = 5 };

#define NO_SLOT 0xffffffffu

// Slot of the block at offset (n & 1, n >> 1 & 1, n >> 2) from `block`; NO_SLOT if it is not active.
static uint neighbour_slot(IsoParams params, int3 block, __global const uint2 *entries, int n) {
    const int3 owner = block + (int3)(n & 1, n >> 1 & 1, n >> 2);
    if (owner.x >= params.blocks[0] || owner.y >= params.blocks[1] || owner.z >= params.blocks[2]) {
        return NO_SLOT;
    }
    const uint number = (uint)((owner.z * params.blocks[1] + owner.y) * params.blocks[0] + owner.x);
    const uint2 entry = entries[number >> 5];
    const uint bit = 1u << (number & 31u), slot = entry.y + (uint)popcount(entry.x & (bit - 1u));
    return (entry.x & bit) && slot < (uint)params.slots ? slot : NO_SLOT;
}

// Reference e is the row of own voxels, of this block or a neighbour, that holds the voxels from x = 8 * (e / 25) on at
// y = e % 5, z = e % 25 / 5.
// @return the row's cut edges, 0 if its block is not active, and its first vertex
static uint2 load_reference(__local const uint *neighbours, __global const uint2 *cuts, __global const uint2 *bases,
                            int e) {
    const int y = e % 5, z = e % BLOCK_ROWS / 5;
    const uint owner = neighbours[e / BLOCK_ROWS | y >> 2 << 1 | z >> 2 << 2], slot = owner == NO_SLOT ? 0u : owner;
    const int row = 4 * (z & 3) + (y & 3);
    const uint2 pair = cuts[(size_t)slot * (OWN_ROWS / 2) + (size_t)(row >> 1)];
    const uint first = bases[slot].x + (pair.x >> 24) + (pair.y >> 24 << 8);
    const uint word = (row & 1 ? pair.y : pair.x) & CUT_BITS;
    return (uint2)(owner == NO_SLOT ? 0u : word, row & 1 ? first + (uint)popcount(pair.x & CUT_BITS) : first);
}

// Lists the cut edges of half `part & 1` of own row part >> 1 as codes (row << 5 | bit), in the order of their
// vertices.
// base  the block's first vertex
static void list_vertices(__local const uint2 *references, uint base, int part, __local ushort *codes) {
    const int r = part >> 1, shift = part & 1 ? 12 : 0;
    const uint2 row = references[5 * (r >> 2) + (r & 3)];
    uint bits = row.x >> shift & 0xfffu;
    uint place = row.y - base + (part & 1 ? (uint)popcount(row.x & 0xfffu) : 0u);
    while (bits) {
        codes[place++] = (ushort)(r << 5 | (take_bit(&bits) + shift));
    }
}

// Lists the triangles of a strip as codes (row << 6 | x << 3 | triangle of the cell).
// counts  triangles of its cells, a byte each
// @return the place behind them
static uint list_triangles(int strip, uint counts, uint place, __local ushort *codes) {
#pragma unroll
    for (int cell = 0; cell < 4; ++cell) {
        const uint count = counts >> 8 * cell & 7u, code = (uint)(4 * strip + cell) << 3;
        for (uint i = 0u; i < count; ++i) {
            codes[place++] = (ushort)(code | i);
        }
    }
    return place;
}

// Index of the vertex on an edge of the cell at x, whose row has reference e.
// edge  dx | axis << 3 | (dy + 5 * dz) << 5
static uint cell_vertex(__local const uint2 *references, uint e, uint x, uint edge) {
    const uint beyond = x + (edge & 1u);
    const uint2 row = references[e + (edge >> 5) + (beyond >> 3) * BLOCK_ROWS];
    return row.y + (uint)popcount(row.x & ((1u << ((beyond & 7u) | (edge & 24u))) - 1u));
}

// cases         of the block's cells, x fastest
// case_corners  CASE_TRIANGLES numbers a case: the edges of a triangle's corners, a byte each
static uint3 triangle_corners(__local const uint2 *references, __local const uchar *cases, uint code,
                              __global const uint *case_corners) {
    const uint cell = code >> 3, x = cell & 7u, e = 5u * (cell >> 5) + (cell >> 3 & 3u);
    const uint edges = case_corners[CASE_TRIANGLES * cases[cell] + (code & 7u)];
    return (uint3)(cell_vertex(references, e, x, edges & 255u), cell_vertex(references, e, x, edges >> 8 & 255u),
                   cell_vertex(references, e, x, edges >> 16));
}

__kernel void mesh_blocks(IsoParams params, __global const scalar_t *voxels, __global const uchar8 *case_counts,
                          __global const uint *case_corners, __global uint *counters, __global const uint *active,
                          __global const uint2 *entries, __global const uint2 *cuts, __global const uint2 *bases,
                          __global float *positions, __global float *normals, __global uint *triangles) {
    __local scalar4_t tiles[TEAMS][TILE_VOXELS / 4];
    __local uint rows[TEAMS][BLOCK_ROWS], scan[TEAMS][LANES], neighbours[TEAMS][8];
    __local uint2 references[TEAMS][ROW_REFERENCES];
    __local uchar8 counts_of_cases[CASES / 8];
    __local uchar4 cases[TEAMS][ALL_STRIPS];
    __local ushort codes[TEAMS][TRIANGLE_CODES]; // of vertices, then of triangles
    const int lane = (int)get_local_id(0) % LANES, team = (int)get_local_id(0) / LANES;
    const uint listed = counters[params.counters];
    const uint group = (uint)get_group_id(0), groups = (uint)get_num_groups(0);
    if (get_global_id(0) == 0) { // the next extraction counts with the other half
        vstore4((uint4)(0u), 0, counters + (ISO_COUNTERS - params.counters));
    }
    load_case_counts(case_counts, counts_of_cases);
    const uint found = min(listed, (uint)params.slots);
    const uint begin_share = share_begin(found, group, groups);
    const uint end = min(share_begin(found, group + 1u, groups), found);
    uint next = begin_share < end ? active[min(begin_share + (uint)team, end - 1u)] : 0u;
    for (uint begin = begin_share; begin < end; begin += TEAMS) {
        const uint slot = begin + (uint)team;
        const int present = slot < end;
        const int3 block = block_position(params, next);
        next = active[min(slot + TEAMS, end - 1u)];
        const uint2 base = present ? bases[slot] : (uint2)(0u);
        if (present) {
            for (int n = lane; n < 8; n += LANES) {
                neighbours[team][n] = neighbour_slot(params, block, entries, n);
            }
            load_tile(params, voxels, block, lane, (__local scalar_t *)tiles[team], rows[team]);
        }
        lanes_sync();
        for (int i = lane; i < ROW_REFERENCES && present; i += 2 * LANES) { // two at once, as tiles are read
            const int j = min(i + LANES, ROW_REFERENCES - 1);
            const uint2 first = load_reference(neighbours[team], cuts, bases, i);
            const uint2 second = load_reference(neighbours[team], cuts, bases, j);
            references[team][i] = first;
            references[team][j] = second;
        }
        uint counts[STRIPS], mine = 0u, count;
        for (int i = 0; i < STRIPS; ++i) {
            const int strip = lane * STRIPS + i;
            const uint strip_case = present ? strip_cases(params, block, rows[team], strip) : 0u;
            cases[team][strip] = as_uchar4(strip_case);
            counts[i] = strip_counts(strip_case, (__local const uchar *)counts_of_cases);
            mine += sum_of_bytes(counts[i]);
        }
        uint place = lanes_scan(mine, scan[team], lane, &count);
        lanes_sync();
        for (int part = lane; part < ALL_STRIPS && present; part += LANES) {
            list_vertices(references[team], base.x, part, codes[team]);
        }
        lanes_sync();
        const uint2 last = references[team][5 * 3 + 3]; // the last own row
        const uint vertices = present ? last.y + (uint)popcount(last.x) - base.x : 0u;
        for (uint i = (uint)lane; i < vertices; i += LANES) {
            write_tile_vertex(params, (__local const scalar_t *)tiles[team], block, (int)codes[team][i], base.x + i,
                              positions, normals);
        }
        lanes_sync();
        for (int i = 0; i < STRIPS; ++i) {
            place = list_triangles(lane * STRIPS + i, counts[i], place, codes[team]);
        }
        lanes_sync();
        for (uint i = (uint)lane; i < count; i += LANES) {
            const uint3 corners = triangle_corners(references[team], (__local const uchar *)cases[team],
                                                   codes[team][i], case_corners);
            write_triangle(params, corners, base.y + i, triangles);
        }
        lanes_sync();
    }
}
