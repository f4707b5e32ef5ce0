// Without 64-bit atomics, first pass: the smallest depth wins.
// Provides: put_fragment.   Requires: nothing; a little-endian device.

static void put_fragment(volatile __global ulong *visible, size_t place, uint depth, uint triangle) {
    volatile __global uint *halves = (volatile __global uint *)visible;
    atomic_min(halves + 2 * place + 1, depth);
}
