// A label volume on the voxels' grid hides or colours what carries a label; label_volume.cl in lanes.
// Provides: Labels16, labels_of_cells, label_opacities, label_rgb.
// Requires: packet_types.cl, packet_scene.cl, packet_gather.cl, packet_sample.cl.

typedef uint16 Labels16; // entries of label_colors, see label_volume.cl

// Entries of the labels of the voxels nearest to the positions; any where no lane is `asked` for.
static Labels16 labels_of_cells(const FrameParams *frame, SCENE_PARAMS, Cell16 cell, int16 asked) {
    if (!any(asked)) {
        return (Labels16)(0);
    }
    // Masks are -1. The weight of a neighbour beyond the last voxel is below a half.
    const int row = frame->volume.dims[0], slice = row * frame->volume.dims[1];
    const int16 nearest = cell.lowest - (cell.x >= 0.5f) - (cell.y >= 0.5f) * row - (cell.z >= 0.5f) * slice;
    return gather_uint(label_colors, min(gather_ushort(labels, nearest), (int16)(frame->volume.last_label)));
}

// Factors of the opacity, 0 .. 1.
static float16 label_opacities(Labels16 entries) {
    return convert_float16(as_int16(entries >> 25u)) * (1.0f / 127.0f);
}

static float16 label_channel(Labels16 entries, uint shift, float16 own) {
    const float16 color = convert_float16(as_int16((entries >> shift) & 255u)) * (1.0f / 255.0f);
    return select(own, color, (as_int16(entries) & (1 << 24)) != 0);
}

static Vector16 label_rgb(Labels16 entries, Vector16 rgb) {
    rgb.x = label_channel(entries, 0, rgb.x);
    rgb.y = label_channel(entries, 8, rgb.y);
    rgb.z = label_channel(entries, 16, rgb.z);
    return rgb;
}
