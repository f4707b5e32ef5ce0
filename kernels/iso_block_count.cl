// Counts vertices and triangles of active blocks, gives each its place in the mesh, and records the cut edges.
// Provides: kernel count_blocks.   Requires: iso_block.cl, iso_lanes_*.cl; LANES work-items a block, TEAMS blocks a
// work-group.

// Slots whose counts are added up together, at most 65535 vertices and triangles.
enum { COUNT_SLOTS = 64, SLOTS_EACH = COUNT_SLOTS / LANES };

enum { ROWS_EACH = LANES < OWN_ROWS ? OWN_ROWS / LANES : 1 };

// Reads which voxels of a block are inside.
static void load_rows(IsoParams params, __global const scalar_t *voxels, int3 block, int lane, __local uint *rows) {
    const int x = block.x * ISO_BLOCK_X;
    for (int i = lane; i < BLOCK_ROWS; i += LANES) {
        __global const scalar_t *row =
            voxel_row(params, voxels, block.y * ISO_BLOCK_Y + i % 5, block.z * ISO_BLOCK_Z + i / 5);
        const scalar_t ninth = row[min(x + 8, params.dims[0] - 1)];
        rows[i] = inside_bits(params, load_eight(params, row, x), ninth);
    }
}

// Counts one block and records its cut edges.
// words, before  16 numbers each of the team: cut edges of a row, vertices in the rows before it
// cuts           of its slot
// @return vertices | triangles << 16: at most 384 and 640; the same in all lanes
static uint count_block(IsoParams params, int3 block, int present, int lane, __local const uint *rows,
                        __local uint *words, __local uint *before, __local uint *scratch,
                        __local const uchar *case_counts, __global uint2 *cuts) {
    uint count = 0u, total;
    const int first_row = lane * ROWS_EACH, end_row = present ? min(first_row + ROWS_EACH, (int)OWN_ROWS) : 0;
    for (int r = first_row; r < end_row; ++r) {
        words[r] = row_cuts(params, block, rows, r);
        count += (uint)popcount(words[r]);
    }
    for (int i = 0; i < STRIPS && present; ++i) {
        count += sum_of_bytes(strip_counts(strip_cases(params, block, rows, lane * STRIPS + i), case_counts)) << 16;
    }
    uint vertices = lanes_scan(count, scratch, lane, &total) & 0xffffu;
    for (int r = first_row; r < end_row; ++r) {
        before[r] = vertices;
        vertices += (uint)popcount(words[r]);
    }
    lanes_sync();
    for (int pair = lane; pair < OWN_ROWS / 2 && present; pair += LANES) {
        const uint vertices_before = before[2 * pair];
        cuts[pair] = (uint2)(words[2 * pair] | vertices_before << 24, words[2 * pair + 1] | vertices_before >> 8 << 24);
    }
    return total;
}

// Gives the counted slots begin .. begin + size - 1 their places. Every team adds all of them up.
// counts  vertices | triangles << 16 of each
static void place_slots(__local const uint *counts, uint begin, uint size, int lane, __local uint *scratch,
                        __global volatile uint *counter, __local uint *first, __global uint2 *bases) {
    uint mine = 0u, total;
    group_sync();
    const uint first_slot = (uint)lane * SLOTS_EACH, end_slot = min(first_slot + SLOTS_EACH, size);
    for (uint slot = first_slot; slot < end_slot; ++slot) {
        mine += counts[slot];
    }
    uint before = lanes_scan(mine, scratch, lane, &total);
    if (get_local_id(0) == 0) {
        first[0] = atomic_add(counter + 1, total & 0xffffu);
        first[1] = atomic_add(counter + 2, total >> 16);
    }
    group_sync();
    const uint end_written = get_local_id(0) < LANES ? end_slot : 0u; // by the first team
    for (uint slot = first_slot; slot < end_written; ++slot) {
        bases[begin + slot] = (uint2)(first[0] + (before & 0xffffu), first[1] + (before >> 16));
        before += counts[slot];
    }
    group_sync();
}

// cuts   8 uint2 a slot: own rows 2i and 2i + 1. Bits 0 .. 23 cut edges; bits 24 .. 31 of x and y are the low and high
//        bits of the number of vertices in the block's rows before 2i. A vertex's index follows from one such pair.
// bases  a slot's first vertex and first triangle
__kernel void count_blocks(IsoParams params, __global const scalar_t *voxels, __global const uchar8 *case_counts,
                           __global volatile uint *counters, __global const uint *active, __global uint2 *cuts,
                           __global uint2 *bases) {
    __local uint rows[TEAMS][BLOCK_ROWS], words[TEAMS][OWN_ROWS], before[TEAMS][OWN_ROWS], scratch[TEAMS][LANES];
    __local uint counts[COUNT_SLOTS], first[2];
    __local uchar8 counts_of_cases[CASES / 8];
    const int lane = (int)get_local_id(0) % LANES, team = (int)get_local_id(0) / LANES;
    __global volatile uint *counter = counters + params.counters;
    const uint listed = counter[0];
    const uint group = (uint)get_group_id(0), groups = (uint)get_num_groups(0);
    load_case_counts(case_counts, counts_of_cases);
    const uint found = min(listed, (uint)params.slots);
    const uint begin_share = share_begin(found, group, groups);
    const uint end = min(share_begin(found, group + 1u, groups), found);
    uint next = begin_share < end ? active[min(begin_share + (uint)team, end - 1u)] : 0u;
    for (uint begin = begin_share; begin < end; begin += COUNT_SLOTS) {
        const uint size = min(end - begin, (uint)COUNT_SLOTS);
        for (uint i = 0u; i < size; i += TEAMS) {
            const uint slot = begin + i + (uint)team;
            const int present = slot < end;
            const int3 block = block_position(params, next);
            next = active[min(slot + TEAMS, end - 1u)];
            if (present) {
                load_rows(params, voxels, block, lane, rows[team]);
            }
            lanes_sync();
            const uint count = count_block(params, block, present, lane, rows[team], words[team], before[team],
                                           scratch[team], (__local const uchar *)counts_of_cases,
                                           cuts + (size_t)slot * (OWN_ROWS / 2));
            if (lane == 0 && present) {
                counts[i + (uint)team] = count;
            }
            lanes_sync();
        }
        place_slots(counts, begin, size, lane, scratch[team], counter, first, bases);
    }
}
