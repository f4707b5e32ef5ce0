// Makes the colour+opacity volume by a transfer function of scalar and gradient magnitude.
// Provides: kernel classify_plane.
// Requires: load_*.cl, load_magnitude_*.cl, store_*.cl, table.cl, packed_color.cl, vectors.cl.

// normals    of the scalars: their magnitudes are rows of the table
// table      table_2d of shared_types.h with opacities per voxel length and 256 rows
// opacities  as in classify_volume.cl; a whole number of 255ths, so that texels and bytes of it agree
// global size: dims, each rounded up to a multiple of the local size
__kernel void classify_plane(const DeriveParams derive, SCALAR_SOURCE scalars, MAGNITUDE_SOURCE normals,
                             __global const uint4 *table, __global uchar *opacities, TEXEL_TARGET colors) {
    const int3 voxel = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    if (voxel.x >= derive.dims[0] || voxel.y >= derive.dims[1] || voxel.z >= derive.dims[2]) {
        return;
    }
    const float stored = load_scalar(scalars, derive.dims, voxel.x, voxel.y, voxel.z);
    const float position = table_position(stored, derive.table_scale, derive.table_bias, derive.table_last);
    const int row = load_magnitude(normals, derive.dims, voxel.x, voxel.y, voxel.z), column = (int)position;
    const float share = position - (float)column;
    __global const uint4 *entry = table + 2 * ((size_t)row * (size_t)((int)derive.table_last + 1) + (size_t)column);
    const float2 around = as_float2(entry[0].xy);
    const float opacity = rint(clamp(fma(share, around.y - around.x, around.x), 0.0f, 1.0f) * 255.0f);
    opacities[voxel_index(derive.dims, voxel.x, voxel.y, voxel.z)] = (uchar)opacity;
    store_texel(colors, derive.dims, voxel.x, voxel.y, voxel.z,
                (float4)(rgb_between(entry[1].xy, share), opacity * (1.0f / 255.0f)));
}
