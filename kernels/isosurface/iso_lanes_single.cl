// A work-group is one work-item, which does a block by itself: for CPU devices.
// Provides: lanes_sync, group_sync, lanes_scan.   Requires: nothing; LANES and TEAMS are 1.

static void lanes_sync(void) {}
static void group_sync(void) {}

static uint lanes_scan(uint value, __local uint *scratch, int lane, uint *total) {
    *total = value;
    return 0u;
}
