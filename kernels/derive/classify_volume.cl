// Makes the colour+opacity volume: the transfer function applied to every voxel (thesis 3.5.1).
// Provides: kernel classify_volume.   Requires: load_*.cl, store_*.cl, table.cl, vectors.cl.

// opacities  alpha of the colours once more, a byte a voxel, tightly packed: what is made from it reads a quarter of the
//            bytes, and not through the texture units, which are busy with storing texels
// table  float4[table_last + 2], r, g, b and opacity per voxel length; the last entry is there twice
// global size: dims, each rounded up to a multiple of the local size
__kernel void classify_volume(const DeriveParams derive, SCALAR_SOURCE scalars,
                              __global const float4 *table, __global uchar *opacities, TEXEL_TARGET colors) {
    const int3 voxel = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    if (voxel.x >= derive.dims[0] || voxel.y >= derive.dims[1] || voxel.z >= derive.dims[2]) {
        return;
    }
    const float stored = load_scalar(scalars, derive.dims, voxel.x, voxel.y, voxel.z);
    const float position = table_position(stored, derive.table_scale, derive.table_bias, derive.table_last);
    const int entry = (int)position;
    float4 texel = mix(table[entry], table[entry + 1], position - (float)entry);
    const float alpha = rint(clamp(texel.w, 0.0f, 1.0f) * 255.0f); // rounded here, so that both agree
    texel.w = alpha * (1.0f / 255.0f);
    opacities[voxel_index(derive.dims, voxel.x, voxel.y, voxel.z)] = (uchar)alpha;
    store_texel(colors, derive.dims, voxel.x, voxel.y, voxel.z, texel);
}
