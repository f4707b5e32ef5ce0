// Makes the colour+opacity volume: the transfer function applied to every voxel.
// Provides: kernel classify_volume.   Requires: load_*.cl, store_*.cl, classify_value.cl, parts_*.cl, vectors.cl.

// opacities  alpha of the colours once more, a byte a voxel, tightly packed: what is made from it reads a quarter of the
//            bytes, and not through the texture units, which are busy with storing texels
// slots      see parts_slots.cl
// global size: dims, or those of a slot and along z of all of them, each rounded up to a multiple of the local size
__kernel void classify_volume(const DeriveParams derive, SCALAR_SOURCE scalars,
                              __global const float4 *table, __global const int *slots, __global uchar *opacities,
                              TEXEL_TARGET colors) {
    const int3 item = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    const int3 voxel = place_of_item(slots, derive.dims, item);
    if (voxel.x >= derive.dims[0] || voxel.y >= derive.dims[1] || voxel.z >= derive.dims[2]) {
        return;
    }
    const float4 texel = classify_value(&derive, table, load_scalar(scalars, derive.dims, voxel.x, voxel.y, voxel.z));
    opacities[voxel_index(derive.dims, voxel.x, voxel.y, voxel.z)] = (uchar)rint(texel.w * 255.0f);
    store_texel(colors, derive.dims, voxel.x, voxel.y, voxel.z, texel);
}
