// Makes the normal volume (thesis 3.5.2) on CPUs, sixteen voxels of a row at a time.
// Provides: kernel normal_volume.
// Requires: lanes_16.cl, parts_*.cl, faces_*.cl, reach.cl, normal_texel.cl, field_*.cl; constant COLUMN_SLICES.

#ifndef COLUMN_SLICES
#define COLUMN_SLICES 16 // voxels along z a work-item makes
#endif

// Values from x on; outside of the volume those on its faces.
static float16 load_row(FIELD_SOURCE field, const int *dims, int x, int y, int z) {
    const int row = clamp(y, 0, dims[1] - 1), slice = clamp(z, 0, dims[2] - 1);
    if (x >= 0 && x + LANES <= dims[0]) {
        return load_fields(field, dims, x, row, slice);
    }
    float values[LANES];
    for (int lane = 0; lane < LANES; ++lane) {
        values[lane] = load_field(field, dims, clamp(x + lane, 0, dims[0] - 1), row, slice);
    }
    return vload16(0, values);
}

static SlabSums load_slab(FIELD_SOURCE field, const int *dims, int x, int y, int z) {
    float16 values[9];
    for (int i = 0; i < 9; ++i) {
        values[i] = load_row(field, dims, x + i % 3 - 1, y + i / 3 - 1, z);
    }
    return slab_sums(values);
}

// by_opacity   see lit_*.cl
// slot_bricks  the brick in every slot, see slot_voxels.cl; not looked at without
// slots        see parts_slots.cl
// normals     RGBA8, see normal_texel.cl
// global size: (x / LANES, y, z / COLUMN_SLICES), each rounded up to a multiple of the local size
__kernel void normal_volume(const DeriveParams derive_value, FIELD_SOURCE field, __global const float *by_opacity,
                            __global const int4 *slot_bricks, __global const int *slots, TEXEL_TARGET normals) {
    const DeriveParams *derive = &derive_value;
    const int3 item = (int3)((int)get_global_id(0) * LANES, (int)get_global_id(1), (int)get_global_id(2) * COLUMN_SLICES);
    const int3 place = place_of_item(slots, derive->dims, item);
    const int x = place.x, y = place.y, first = place.z, end = min(first + COLUMN_SLICES, derive->dims[2]);
    if (x >= derive->dims[0] || y >= derive->dims[1] || first >= end) {
        return;
    }
    const int3 from_array = volume_from_array(derive->dims, slot_bricks, place);
    float texels[4][LANES];
    const int lanes = min(LANES, voxels_left(derive->dims, x));
    SlabSums before = load_slab(field, derive->dims, x, y, first - 1);
    SlabSums at = load_slab(field, derive->dims, x, y, first);
    for (int z = first; z < end; ++z) {
        const SlabSums behind = load_slab(field, derive->dims, x, y, z + 1);
        const Reaches reaches = reaches_of(derive, (int3)(x, y, z) + from_array);
        const Texels found = normal_texels(derive, by_opacity, reaches, before, at, behind);
        vstore16(found.x, 0, texels[0]);
        vstore16(found.y, 0, texels[1]);
        vstore16(found.z, 0, texels[2]);
        vstore16(found.w, 0, texels[3]);
        for (int lane = 0; lane < lanes; ++lane) {
            store_normal(derive, from_array, normals, (int3)(x + lane, y, z),
                         (float4)(texels[0][lane], texels[1][lane], texels[2][lane], texels[3][lane]));
        }
        before = at;
        at = behind;
    }
}
