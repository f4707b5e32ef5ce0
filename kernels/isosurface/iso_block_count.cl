// Counts vertices and triangles of active blocks and records the cut edges.
// Provides: kernel count_blocks.   Requires: iso_field_*.cl, iso_block_lines.cl, iso_lanes_*.cl; LANES work-items a block, TEAMS blocks
// a work-group.

enum { ROW_PAIRS = OWN_ROWS / 2, PAIRS_EACH = LANES < ROW_PAIRS ? ROW_PAIRS / LANES : 1 };

// Counts one block and records its cut edges.
// rows  which voxels are inside
// cuts  of its slot
// @return vertices | triangles << 16: at most 3 and 5 a cell; the same in all lanes
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
    for (int i = 0; i < STRIPS && present && has_strip(lane * STRIPS + i); ++i) {
        count += sum_of_bytes(strip_counts(strip_cases(params, block, rows, lane * STRIPS + i), case_counts)) << 16;
    }
    uint before = lanes_scan(count, scratch, lane, &total) & 0xffffu;
    for (int i = 0; i < pairs; ++i) {
        cuts[first + i] = (uint2)(words[i].x | before << 24, words[i].y | before >> 8 << 24);
        before += (uint)popcount(words[i].x) + (uint)popcount(words[i].y);
    }
    return total;
}

#define NO_REGION 0xffffffffu

// Adds what a round of the group has counted to the totals of its regions, of which it mostly has one: an addition for
// each block makes the blocks of a region wait for each other.
// regions  of the teams' blocks; NO_REGION from the first team on that had none
// number   0: vertices, 1: triangles
static void add_to_totals(__local const uint *counts, __local const uint *regions, uint number,
                          __global volatile uint *totals) {
    uint sum = 0u, region = regions[0];
    for (int team = 0; team < TEAMS && regions[team] != NO_REGION; ++team) {
        if (regions[team] != region) {
            atomic_add(totals + 2u * region + number, sum);
            sum = 0u;
            region = regions[team];
        }
        sum += number == 0u ? counts[team] & 0xffffu : counts[team] >> 16;
    }
    atomic_add(totals + 2u * region + number, sum);
}

// cuts    ROW_PAIRS uint2 a slot: own rows 2i and 2i + 1. Bits 0 .. 23 cut edges; bits 24 .. 31 of x and y are the low and high
//         bits of the number of vertices in the block's rows before 2i. A vertex's index follows from one such pair.
// bases   of a slot: vertices | triangles << 16 of its block, for place_blocks
// totals  vertices and triangles of each region: sums, so their order does not matter
__kernel __attribute__((reqd_work_group_size(LANES * TEAMS, 1, 1))) void
count_blocks(IsoParams params, __global const field_t *field, __global const uchar *case_counts,
             __global const uint *counters, __global const uint *active, __global uint2 *cuts, __global uint2 *bases,
             __global volatile uint *totals) {
    __local four_t lines[TEAMS][BLOCK_ROWS * LINE_FOURS];
    __local uint rows[TEAMS][BLOCK_ROWS], scratch[TEAMS][LANES];
    __local uint counts[2][TEAMS], regions[2][TEAMS];
    const uint item = (uint)get_local_id(0);
    const int lane = (int)(item % LANES), team = (int)(item / LANES); // unsigned: a compiler knows that lane < LANES
    const uint slots = (uint)params.slots, stride = (uint)get_num_groups(0) * TEAMS;
    uint next = active[min((uint)get_group_id(0) * TEAMS + (uint)team, slots - 1u)]; // an earlier one's is not used
    int round = 0;
    const uint found = min(counters[params.counters], slots);
    for (uint begin = (uint)get_group_id(0) * TEAMS; begin < found; begin += stride) {
        const uint slot = begin + (uint)team;
        const int present = slot < found;
        const int3 block = block_position(params, next);
        next = active[min(slot + stride, slots - 1u)];
        if (present) {
            load_lines(params, field, block, 0, lane, lines[team]);
        }
        lanes_sync();
        if (present) {
            find_inside(params, lines[team], 0, lane, rows[team]);
        }
        lanes_sync();
        const uint count = count_block(params, block, present, lane, rows[team], scratch[team], case_counts,
                                       cuts + (size_t)slot * ROW_PAIRS);
        if (lane == 0) {
            counts[round][team] = count;
            regions[round][team] = present ? block_number(params, block) / ISO_REGION : NO_REGION;
            if (present) {
                bases[slot].x = count;
            }
        }
        group_sync();
        for (uint number = item; number < 2u; number += LANES * TEAMS) { // one adds vertices, another triangles
            add_to_totals(counts[round], regions[round], number, totals);
        }
        round ^= 1; // one barrier is enough: the next round fills the other half
    }
}
