// All voxels are there: no ray waits for a cap.
// Provides: caps_done, keep_caps_done.   Requires: nothing.

static int caps_done(__global const uint *states, size_t pixel) { return 0; }

static void keep_caps_done(__global uint *states, size_t pixel, int places) {}
