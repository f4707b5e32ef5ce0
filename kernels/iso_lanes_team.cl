// LANES work-items of a work-group share the work on one block.
// Provides: lanes_sync.   Requires: nothing.

// All lanes of the work-group come here before one goes on.
static void lanes_sync(void) { barrier(CLK_LOCAL_MEM_FENCE); }
