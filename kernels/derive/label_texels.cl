// Makes the colour+opacity volume: the transfer function of its label applied to every voxel.
// Provides: kernel label_texels.
// Requires: load_*.cl, store_*.cl, parts_*.cl, channel_table.cl, vectors.cl.

// channels, channel_opacities, channel_colors   tables of opacities per voxel length, see shared_types.h
// labels, label_colors  a label a voxel and its function, see label_volume.cl; larger labels count as last_label
// slots, opacities      as in classify_volume.cl, whose global size this has
__kernel void label_texels(const DeriveParams derive, SCALAR_SOURCE scalars, __global const ChannelParams *channels,
                           __global const float2 *channel_opacities, __global const uint2 *channel_colors,
                           __global const ushort *labels, __global const uint *label_colors, const int last_label,
                           __global const int *slots, __global uchar *opacities, TEXEL_TARGET colors) {
    const int3 item = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    const int3 voxel = place_of_item(slots, derive.dims, item);
    if (voxel.x >= derive.dims[0] || voxel.y >= derive.dims[1] || voxel.z >= derive.dims[2]) {
        return;
    }
    const size_t index = voxel_index(derive.dims, voxel.x, voxel.y, voxel.z);
    const int label = min((int)labels[index], last_label);
    __global const ChannelParams *function = channels + label_colors[last_label + 1 + label];
    const float place = channel_place(function, load_scalar(scalars, derive.dims, voxel.x, voxel.y, voxel.z));
    const float opacity = channel_opacity(function, channel_opacities, place);
    const uchar byte = (uchar)rint(clamp(opacity, 0.0f, 1.0f) * 255.0f);
    opacities[index] = byte;
    store_texel(colors, derive.dims, voxel.x, voxel.y, voxel.z,
                (float4)(channel_rgb(function, channel_colors, place), (float)byte * (1.0f / 255.0f)));
}
