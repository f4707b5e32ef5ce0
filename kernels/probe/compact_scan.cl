// Compaction from the input's side: an exclusive scan tells every retained element its place.
// Provides: kernels compact_sums, compact_offsets, compact_scatter.
// Requires: group_scan.cl; SCAN_GROUP work-items a work-group, COMPACT_SHARE elements each.
//
// A work-group owns SCAN_GROUP * COMPACT_SHARE consecutive elements; an element is retained if its count is not 0.

// Elements are read side by side: work-item i takes i, i + SCAN_GROUP, ... of its group's.
static uint group_begin(void) { return (uint)get_group_id(0) * SCAN_GROUP * COMPACT_SHARE; }

// sums  retained elements of each work-group
__kernel void compact_sums(uint count, __global const uint *counts, __global uint *sums) {
    __local uint scratch[SCAN_GROUP];
    uint own = 0u;
    for (int k = 0; k < COMPACT_SHARE; ++k) {
        const uint i = group_begin() + (uint)k * SCAN_GROUP + (uint)get_local_id(0);
        own += i < count && counts[i] != 0u ? 1u : 0u;
    }
    const uint before = group_scan(own, scratch);
    if (get_local_id(0) == SCAN_GROUP - 1) {
        sums[get_group_id(0)] = before + own;
    }
}

// One work-group: turns sums into sums of all groups before. total  receives how many are retained
__kernel void compact_offsets(uint groups, __global uint *sums, __global uint *total) {
    __local uint scratch[SCAN_GROUP];
    const uint item = (uint)get_local_id(0), share = (groups + SCAN_GROUP - 1u) / SCAN_GROUP;
    const uint begin = min(item * share, groups), end = min(begin + share, groups);
    uint own = 0u;
    for (uint i = begin; i < end; ++i) {
        own += sums[i];
    }
    uint sum = group_scan(own, scratch);
    for (uint i = begin; i < end; ++i) {
        const uint value = sums[i];
        sums[i] = sum;
        sum += value;
    }
    if (item == SCAN_GROUP - 1) {
        total[0] = sum;
    }
}

// retained  numbers of the retained elements, ascending
__kernel void compact_scatter(uint count, __global const uint *counts, __global const uint *sums,
                              __global uint *retained) {
    __local uint scratch[SCAN_GROUP];
    uint base = sums[get_group_id(0)];
    for (int k = 0; k < COMPACT_SHARE; ++k) {
        const uint i = group_begin() + (uint)k * SCAN_GROUP + (uint)get_local_id(0);
        const uint own = i < count && counts[i] != 0u ? 1u : 0u;
        const uint before = group_scan(own, scratch);
        if (own) {
            retained[base + before] = i;
        }
        base += scratch[SCAN_GROUP - 1]; // the group's elements of this round
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
