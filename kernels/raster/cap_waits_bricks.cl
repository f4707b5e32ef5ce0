// Rays wait where the brick of a cap is missing, and go on from there in a later wave.
// Provides: caps_done, keep_caps_done.   Requires: nothing.
//
// states  four words a pixel, of which the first is used: places of the ray that are done; zero before the first wave

static int caps_done(__global const uint *states, size_t pixel) { return (int)states[4 * pixel]; }

static void keep_caps_done(__global uint *states, size_t pixel, int places) { states[4 * pixel] = (uint)places; }
