// A label volume on the voxels' grid hides or colours what carries a label; label_volume.cl in lanes.
// Provides: Labels16, labels_of_cells, label_opacities, label_rgb.
// Requires: packet_types.cl, packet_scene.cl, packet_gather.cl, packet_label_nearest.cl.

typedef uint16 Labels16; // entries of label_colors, see label_volume.cl

// Entries of the labels of the voxels nearest to the positions; any where no lane is `asked` for.
static Labels16 labels_of_cells(const FrameParams *frame, SCENE_PARAMS, Cell16 cell, int16 asked) {
    if (!any(asked)) {
        return (Labels16)(0);
    }
    return gather_uint(label_colors, nearest_labels(frame, SCENE, cell));
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
