// LANES work-items of a work-group share the work on one block.
// Provides: lanes_sync, group_sync, lanes_scan.   Requires: nothing.

// All lanes of a team, or of the whole work-group, come here before one goes on.
static void group_sync(void) { barrier(CLK_LOCAL_MEM_FENCE); }
static void lanes_sync(void) { barrier(CLK_LOCAL_MEM_FENCE); }

// Sum of the values of the lanes before this one; all lanes of the work-group come here.
// scratch  LANES numbers of the team
// total    sum over all its lanes
static uint lanes_scan(uint value, __local uint *scratch, int lane, uint *total) {
    scratch[lane] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint before = 0u, all = 0u;
    for (int i = 0; i < LANES; ++i) {
        before = i == lane ? all : before;
        all += scratch[i];
    }
    *total = all;
    return before;
}
