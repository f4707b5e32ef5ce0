// Without 64-bit atomics, second pass of a layer: of the triangles at the smallest depth the one with the smallest
// number wins, as it does with them.
// Provides: put_fragment.   Requires: raster_peel.cl; a little-endian device; raster_put_depth.cl has run.

static void put_fragment(const RasterParams *raster, volatile __global ulong *visible, size_t pixels, size_t pixel,
                         ulong fragment) {
    volatile __global uint *halves = (volatile __global uint *)(visible + (size_t)raster->layer * pixels + pixel);
    if (halves[1] == (uint)(fragment >> 32)) {
        atomic_min(halves, (uint)fragment);
    }
}
