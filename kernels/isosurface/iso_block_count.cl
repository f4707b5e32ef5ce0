// Counts vertices and triangles of active blocks, gives each its place in the mesh, and records the cut edges.
// Provides: kernel count_blocks.   Requires: iso_block_lines.cl, iso_lanes_*.cl; LANES work-items a block, TEAMS blocks
// a work-group.

// A work-group adds up the counts of a few rounds together: at most 65535 vertices and triangles.
enum { COUNT_SLOTS = 64, COUNT_ROUNDS = COUNT_SLOTS / TEAMS, SLOTS_EACH = COUNT_SLOTS / LANES };

enum { ROW_PAIRS = OWN_ROWS / 2, PAIRS_EACH = LANES < ROW_PAIRS ? ROW_PAIRS / LANES : 1 };

// Counts one block and records its cut edges.
// rows  which voxels are inside
// cuts  of its slot
// @return vertices | triangles << 16: at most 384 and 640; the same in all lanes
static uint count_block(IsoParams params, int3 block, int present, int lane, __local const uint *rows,
                        __local uint *scratch, __global const uchar *case_counts, __global uint2 *cuts) {
    const int first = lane * PAIRS_EACH, pairs = present && first < ROW_PAIRS ? PAIRS_EACH : 0;
    uint2 words[PAIRS_EACH];
    uint count = 0u, total;
    for (int i = 0; i < pairs; ++i) {
        const int r = 2 * (first + i);
        words[i] = (uint2)(row_cuts(params, block, rows, r), row_cuts(params, block, rows, r + 1));
        count += (uint)popcount(words[i].x) + (uint)popcount(words[i].y);
    }
    for (int i = 0; i < STRIPS && present; ++i) {
        count += sum_of_bytes(strip_counts(strip_cases(params, block, rows, lane * STRIPS + i), case_counts)) << 16;
    }
    uint before = lanes_scan(count, scratch, lane, &total) & 0xffffu;
    for (int i = 0; i < pairs; ++i) {
        cuts[first + i] = (uint2)(words[i].x | before << 24, words[i].y | before >> 8 << 24);
        before += (uint)popcount(words[i].x) + (uint)popcount(words[i].y);
    }
    return total;
}

// Gives counted slots their places. Every team adds all of them up.
// counts  vertices | triangles << 16 of `size` slots: TEAMS from `begin` on, TEAMS from begin + stride on ..
// found   slots in use
static void place_slots(__local const uint *counts, uint begin, uint stride, uint size, uint found, int lane,
                        __local uint *scratch, __global volatile uint *counter, __local uint *first,
                        __global uint2 *bases) {
    uint mine = 0u, total;
    group_sync();
    const uint first_count = (uint)lane * SLOTS_EACH, end_count = min(first_count + SLOTS_EACH, size);
    for (uint i = first_count; i < end_count; ++i) {
        mine += counts[i];
    }
    uint before = lanes_scan(mine, scratch, lane, &total);
    if (get_local_id(0) == 0) {
        first[0] = atomic_add(counter + 1, total & 0xffffu);
        first[1] = atomic_add(counter + 2, total >> 16);
    }
    group_sync();
    const uint end_written = get_local_id(0) < LANES ? end_count : 0u; // by the first team
    for (uint i = first_count; i < end_written; ++i) {
        const uint slot = begin + i / TEAMS * stride + i % TEAMS;
        if (slot < found) {
            bases[slot] = (uint2)(first[0] + (before & 0xffffu), first[1] + (before >> 16));
        }
        before += counts[i];
    }
    group_sync();
}

// cuts   8 uint2 a slot: own rows 2i and 2i + 1. Bits 0 .. 23 cut edges; bits 24 .. 31 of x and y are the low and high
//        bits of the number of vertices in the block's rows before 2i. A vertex's index follows from one such pair.
// bases  a slot's first vertex and first triangle
__kernel __attribute__((reqd_work_group_size(LANES * TEAMS, 1, 1))) void
count_blocks(IsoParams params, __global const scalar_t *voxels, __global const uchar *case_counts,
             __global volatile uint *counters, __global const uint *active, __global uint2 *cuts,
             __global uint2 *bases) {
    __local four_t lines[TEAMS][BLOCK_ROWS * LINE_FOURS];
    __local uint rows[TEAMS][BLOCK_ROWS], scratch[TEAMS][LANES];
    __local uint counts[COUNT_SLOTS], first[2];
    const uint item = (uint)get_local_id(0);
    const int lane = (int)(item % LANES), team = (int)(item / LANES); // unsigned: a compiler knows that lane < LANES
    __global volatile uint *counter = counters + params.counters;
    const uint slots = (uint)params.slots, stride = (uint)get_num_groups(0) * TEAMS;
    uint slot = (uint)get_group_id(0) * TEAMS + (uint)team;
    uint next = active[min(slot, slots - 1u)]; // may be one of an earlier extraction, which is not used
    const uint found = min(counter[0], slots);
    for (uint begin = (uint)get_group_id(0) * TEAMS; begin < found;) {
        const uint first_slot = begin;
        uint size = 0u;
        for (int round = 0; round < COUNT_ROUNDS && begin < found; ++round) {
            const int present = slot < found;
            const int3 block = block_position(params, next);
            next = active[min(slot + stride, slots - 1u)];
            if (present) {
                load_lines(params, voxels, block, 5, 0, lane, lines[team]);
            }
            lanes_sync();
            if (present) {
                find_inside(params, lines[team], 5, 0, lane, rows[team]);
            }
            lanes_sync();
            const uint count = count_block(params, block, present, lane, rows[team], scratch[team], case_counts,
                                           cuts + (size_t)slot * ROW_PAIRS);
            if (lane == 0) {
                counts[size + (uint)team] = count;
            }
            lanes_sync();
            size += TEAMS;
            begin += stride;
            slot += stride;
        }
        place_slots(counts, first_slot, stride, size, found, lane, scratch[team], counter, first, bases);
    }
}
