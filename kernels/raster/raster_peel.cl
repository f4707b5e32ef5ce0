// Layers are peeled one after the other: of a layer's fragments only those behind the layer before count.
// Provides: is_hidden.   Requires: nothing.

static int is_hidden(const RasterParams *raster, volatile __global ulong *visible, size_t pixels, size_t pixel,
                     ulong fragment) {
    if (raster->layer == 0) {
        return 0;
    }
    // Where there was no fragment, all bits are set: that counts as opaque, too.
    const ulong before = visible[(size_t)(raster->layer - 1) * pixels + pixel];
    return (uint)before >= (uint)raster->opaque_begin || fragment <= before;
}
