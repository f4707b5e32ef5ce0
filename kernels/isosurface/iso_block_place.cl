// Gives active blocks their places in the mesh: vertices and triangles come in the order of the blocks' numbers.
// Provides: kernel place_blocks.   Requires: iso_block.cl; constant PLACE_ITEMS.

enum { ENTRIES_EACH = ISO_REGION / ENTRY_BLOCKS / PLACE_ITEMS };

// Sums over the work-items before this one. total  sum over all of them
static uint4 place_scan(uint4 value, __local uint4 *scratch, uint4 *total) {
    const int item = (int)get_local_id(0);
    scratch[item] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int distance = 1; distance < PLACE_ITEMS; distance *= 2) {
        const uint4 before = item >= distance ? scratch[item - distance] : (uint4)(0u);
        barrier(CLK_LOCAL_MEM_FENCE);
        scratch[item] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    *total = scratch[PLACE_ITEMS - 1];
    return scratch[item] - value;
}

// bases  of the slots first .. end - 1; those from `limit` on have none
static uint2 counts_of(__global const uint2 *bases, uint first, uint end, uint limit) {
    uint2 sum = (uint2)(0u);
    for (uint slot = first; slot < min(end, limit); ++slot) {
        const uint count = bases[slot].x;
        sum += (uint2)(count & 0xffffu, count >> 16);
    }
    return sum;
}

// @return the place behind the slots
static uint2 place_slots(__global uint2 *bases, uint first, uint end, uint limit, uint2 place) {
    for (uint slot = first; slot < min(end, limit); ++slot) {
        const uint count = bases[slot].x;
        bases[slot] = place;
        place += (uint2)(count & 0xffffu, count >> 16);
    }
    return place;
}

// One work-group a region, whose entries its work-items share out.
// totals    vertices and triangles of each region
// bases     of a slot: before, the counts of its block; after, its first vertex and first triangle
// counters  receive the number of own vertices and of triangles
__kernel __attribute__((reqd_work_group_size(PLACE_ITEMS, 1, 1))) void
place_blocks(IsoParams params, __global const uint2 *entries, __global const uint2 *totals, __global uint *counters,
             __global uint2 *bases) {
    __local uint4 scratch[PLACE_ITEMS];
    const uint region = (uint)get_group_id(0), item = (uint)get_local_id(0), limit = (uint)params.slots;
    const uint blocks = (uint)params.blocks[0] * (uint)params.blocks[1] * (uint)params.blocks[2];
    const uint all = (blocks + ENTRY_BLOCKS - 1u) / ENTRY_BLOCKS;
    const uint first = (region * PLACE_ITEMS + item) * ENTRIES_EACH, end = min(first + ENTRIES_EACH, all);
    uint2 mine = (uint2)(0u), before = (uint2)(0u);
    for (uint i = first; i < end; ++i) {
        const uint2 entry = entries[i];
        mine += counts_of(bases, entry.y, entry.y + (uint)popcount(entry.x), limit);
    }
    for (uint i = item; i < region; i += PLACE_ITEMS) {
        before += totals[i];
    }
    uint4 total;
    const uint4 sums = place_scan((uint4)(mine, before), scratch, &total);
    uint2 place = sums.xy + total.zw;
    const uint own_end = blocks_before(params, params.end_slice);
    for (uint i = first; i < end; ++i) {
        const uint2 entry = entries[i];
        const uint own = (uint)popcount(entry.x & bits_before(i * ENTRY_BLOCKS, own_end));
        place = place_slots(bases, entry.y, entry.y + own, limit, place);
        if (i == min(own_end / ENTRY_BLOCKS, all - 1u)) {
            counters[params.counters + 1] = place.x;
        }
        place = place_slots(bases, entry.y + own, entry.y + (uint)popcount(entry.x), limit, place);
        if (i + 1u == all) {
            counters[params.counters + 2] = place.y;
        }
    }
}
