// Without 64-bit atomics, first pass of a layer: the smallest depth wins.
// Provides: put_fragment.   Requires: raster_peel.cl; a little-endian device.

static void put_fragment(const RasterParams *raster, volatile __global ulong *visible, size_t pixels, size_t pixel,
                         ulong fragment) {
    volatile __global uint *halves = (volatile __global uint *)(visible + (size_t)raster->layer * pixels + pixel);
    atomic_min(halves + 1, (uint)(fragment >> 32));
}
