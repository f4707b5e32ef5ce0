// Without 64-bit atomics, second pass: of the triangles at the smallest depth the one with the smallest number wins, as
// it does with them.
// Provides: put_fragment.   Requires: nothing; a little-endian device; raster_put_depth.cl has run.

static void put_fragment(volatile __global ulong *visible, size_t place, uint depth, uint triangle) {
    volatile __global uint *halves = (volatile __global uint *)visible;
    if (halves[2 * place + 1] == depth) {
        atomic_min(halves + 2 * place, triangle);
    }
}
