// Sums over the work-items of a work-group.
// Provides: group_scan.   Requires: nothing; constant SCAN_GROUP; SCAN_GROUP work-items a
// work-group.

// Exclusive sum over the work-items of the group. scratch  SCAN_GROUP uints
static uint group_scan(uint value, __local uint *scratch) {
    const int item = (int)get_local_id(0);
    scratch[item] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int distance = 1; distance < SCAN_GROUP; distance *= 2) {
        const uint before = item >= distance ? scratch[item - distance] : 0u;
        barrier(CLK_LOCAL_MEM_FENCE);
        scratch[item] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return scratch[item] - value;
}
