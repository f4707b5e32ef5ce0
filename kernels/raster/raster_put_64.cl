// All layers in one pass: a fragment takes the place of the first one behind it by a 64-bit atomic minimum, that one the
// place of the next, and so on (Liu et al. 2010, "FreePipe"). Whatever the order of the fragments, the nearest ones are
// left, sorted.
// Provides: is_hidden, put_fragment.   Requires: scene_raster.cl; a device with cl_khr_int64_extended_atomics.

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

// Whether a fragment lies behind all layers that a pixel has found so far: they can only come nearer.
static int is_hidden(const RasterParams *raster, volatile __global ulong *visible, size_t pixels, size_t pixel,
                     ulong fragment) {
    return visible[(size_t)(raster->layers - 1) * pixels + pixel] <= fragment;
}

// Behind an opaque fragment others may be left that came before it; trim_layers() takes them away.
static void put_fragment(const RasterParams *raster, volatile __global ulong *visible, size_t pixels, size_t pixel,
                         ulong fragment) {
    for (int i = 0; i < raster->layers; ++i) {
        volatile __global ulong *place = visible + (size_t)i * pixels + pixel;
        const ulong seen = *place; // most are nearer, and reading is cheaper
        const ulong before = seen > fragment ? atom_min(place, fragment) : seen;
        const ulong nearer = min(before, fragment);
        if (before == fragment || before == NO_FRAGMENT || (uint)nearer >= (uint)raster->opaque_begin) {
            return;
        }
        fragment = max(before, fragment);
    }
}
