// Makes the normal volume (thesis 3.5.2), for devices whose caches need no help.
// Provides: kernel normal_volume.   Requires: normal_texel.cl, field_*.cl, store_*.cl; constant COLUMN_SLICES.

#ifndef COLUMN_SLICES
#define COLUMN_SLICES 16 // voxels along z a work-item makes
#endif

static SlabSums load_slab(FIELD_SOURCE field, const int *dims, int x, int y, int z) {
    const int last_x = dims[0] - 1, last_y = dims[1] - 1;
    const int slice = clamp(z, 0, dims[2] - 1);
    float values[9];
    for (int i = 0; i < 9; ++i) {
        values[i] = load_field(field, dims, clamp(x + i % 3 - 1, 0, last_x), clamp(y + i / 3 - 1, 0, last_y), slice);
    }
    return slab_sums(values);
}

// normals  RGBA8, see normal_texel
// global size: (x, y, z / COLUMN_SLICES), each rounded up to a multiple of the local size
__kernel void normal_volume(const DeriveParams derive_value, FIELD_SOURCE field, TEXEL_TARGET normals) {
    const DeriveParams *derive = &derive_value;
    const int x = (int)get_global_id(0), y = (int)get_global_id(1), first = (int)get_global_id(2) * COLUMN_SLICES;
    const int end = min(first + COLUMN_SLICES, derive->dims[2]);
    if (x >= derive->dims[0] || y >= derive->dims[1] || first >= end) {
        return;
    }
    SlabSums before = load_slab(field, derive->dims, x, y, first - 1);
    SlabSums at = load_slab(field, derive->dims, x, y, first);
    for (int z = first; z < end; ++z) {
        const SlabSums behind = load_slab(field, derive->dims, x, y, z + 1);
        store_texel(normals, derive->dims, x, y, z, normal_texel(derive, (int3)(x, y, z), before, at, behind));
        before = at;
        at = behind;
    }
}
