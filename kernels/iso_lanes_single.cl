// A work-group is one work-item, which does a block by itself: for CPU devices.
// Provides: lanes_sync.   Requires: LANES and TEAMS are 1.

static void lanes_sync(void) {}
