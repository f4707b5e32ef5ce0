// Makes the colour+opacity volume of integers on CPUs: the transfer function is applied to every value that there may
// be, and each voxel looks its texel up.
// Provides: kernels classify_values, classify_rows.
// Requires: scalar_*.cl, store_buffer.cl, classify_value.cl, packet_gather.cl, parts_*.cl, vectors.cl.

// by_value  a texel for each value of the stored type
__kernel void classify_values(const DeriveParams derive, __global const float4 *table, TEXEL_TARGET by_value) {
    const int value = (int)get_global_id(0);
    const int size[3] = {(int)get_global_size(0), 1, 1};
    store_texel(by_value, size, value, 0, 0, classify_value(&derive, table, (float)value));
}

// One work-item for 16 voxels in memory.
// slots      see parts_slots.cl
// opacities  as in classify_volume.cl
__kernel void classify_rows(const DeriveParams derive, __global const scalar_t *scalars, __global const uint *by_value,
                            __global const int *slots, __global uchar *opacities, __global uint *colors) {
    const ulong2 row = row_of_item(slots, derive.dims, 16);
    const size_t first = row.x, end = row.y;
    if (first + 16 <= end) {
        const uint16 texels = gather_uint(by_value, convert_int16(vload16(0, scalars + first)));
        vstore16(texels, 0, colors + first);
        vstore16(convert_uchar16(texels >> 24), 0, opacities + first);
        return;
    }
    for (size_t voxel = first; voxel < end; ++voxel) {
        const uint texel = by_value[(int)scalars[voxel]];
        colors[voxel] = texel;
        opacities[voxel] = (uchar)(texel >> 24);
    }
}
