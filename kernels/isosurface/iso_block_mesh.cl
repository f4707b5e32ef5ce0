// Writes the vertices and triangles of active blocks, but not of those that are only numbered.
// Provides: kernel mesh_blocks.   Requires: iso_field_*.cl, iso_block_tile.cl, iso_block_references.cl, iso_triangles_*.cl.

// Lists the cut edges of half `part & 1` of own row part >> 1 as codes (row << 5 | bit), in the order of their
// vertices.
// base  the block's first vertex
static void list_vertices(__local const uint2 *references, uint base, int part, __local ushort *codes) {
    const int r = min(part >> 1, OWN_ROWS - 1);
    const uint2 row = references[ROW_REFERENCES * row_z(r) + row_y(r)];
    uint bits = has_strip(part) ? row.x & (part & 1 ? 0xfff000u : 0xfffu) : 0u;
    uint place = row.y - base + (uint)popcount(row.x & (part & 1 ? 0xffffffu : 0xfffu));
    while (bits) {
        const int bit = 31 - (int)clz(bits);
        bits ^= 1u << bit;
        codes[--place] = (ushort)(r << 5 | bit);
    }
}

__kernel __attribute__((reqd_work_group_size(LANES * TEAMS, 1, 1))) void
mesh_blocks(IsoParams params, __global const field_t *field, __global const uchar *case_counts,
            __global const uint *case_corners, __global uint *counters, __global const uint *active,
            __global const uint2 *entries, __global const uint2 *cuts, __global const uint2 *bases,
            __global float *positions, __global float *normals, __global uint *triangles) {
    __local four_t tiles[TEAMS][TILE_FOURS];
    __local uint rows[TEAMS][BLOCK_ROWS], scan[TEAMS][LANES], neighbours[TEAMS][8];
    __local uint4 pairs[TEAMS][PAIRS];
    __local uchar4 cases[TEAMS][ALL_STRIPS];
    __local ushort codes[TEAMS][CODES]; // of vertices, then of triangles
    const uint item = (uint)get_local_id(0);
    const int lane = (int)(item % LANES), team = (int)(item / LANES); // unsigned: a compiler knows that lane < LANES
    const uint slots = (uint)params.slots, stride = (uint)get_num_groups(0) * TEAMS;
    uint next = active[min((uint)get_group_id(0) * TEAMS + (uint)team, slots - 1u)];
    const uint found = min(counters[params.counters], slots);
    if (get_global_id(0) == 0) { // the next extraction counts with the other half
        vstore4((uint4)(0u), 0, counters + (ISO_COUNTERS - params.counters));
    }
    for (uint begin = (uint)get_group_id(0) * TEAMS; begin < found; begin += stride) {
        const uint slot = begin + (uint)team;
        const int3 block = block_position(params, next);
        const int present = slot < found && is_own(params, block);
        next = active[min(slot + stride, slots - 1u)];
        const uint2 base = present ? bases[slot] : (uint2)(0u);
        if (present) {
            for (int n = lane; n < 8; n += LANES) {
                neighbours[team][n] = neighbour_slot(params, block, entries, n);
            }
            load_lines(params, field, block, TILE_MARGIN, lane, tiles[team]);
        }
        lanes_sync();
        for (int pair = lane; pair < PAIRS; pair += LANES) {
            pairs[team][pair] = present ? load_references(neighbours[team], cuts, bases, pair) : (uint4)(0u);
        }
        if (present) {
            find_inside(params, tiles[team], TILE_MARGIN, lane, rows[team]);
        }
        lanes_sync();
        __local const uint2 *references = (__local const uint2 *)pairs[team];
        uint counts[STRIPS], mine = 0u, count;
        for (int i = 0; i < STRIPS; ++i) {
            const int strip = lane * STRIPS + i;
            const int taken = present && has_strip(strip);
            const uint strip_case = taken ? strip_cases(params, block, rows[team], strip) : 0u;
            if (has_strip(strip)) {
                cases[team][strip] = as_uchar4(strip_case);
            }
            counts[i] = strip_counts(strip_case, case_counts);
            mine += sum_of_bytes(counts[i]);
        }
        const uint place = lanes_scan(mine, scan[team], lane, &count);
        lanes_sync();
        for (int i = 0; i < STRIPS; ++i) {
            list_vertices(references, base.x, i * LANES + lane, codes[team]);
        }
        lanes_sync();
        const uint2 last = references[ROW_REFERENCES * (BLOCK_Z - 1) + BLOCK_Y - 1]; // the last own row
        const uint vertices = last.y + (uint)popcount(last.x) - base.x;
        const int inner = is_inner(params, block);
        for (uint i = (uint)lane; i < vertices; i += LANES) {
            write_tile_vertex(params, (__local const scalar_t *)tiles[team], block, inner, (int)codes[team][i],
                              base.x + i, positions, normals);
        }
        lanes_sync();
        write_triangles(params, references, (__local const uchar *)cases[team], counts, place, count, base.y, lane,
                        codes[team], case_corners, triangles);
        lanes_sync();
    }
}
