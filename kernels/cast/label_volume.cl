// A label volume on the voxels' grid hides or colours what carries a label (object identification).
// Provides: label_opacity, label_rgb.   Requires: scene_*.cl, label_nearest.cl.
//
// label_colors  one uint a label: r | g << 8 | b << 16 | a << 24. a = 2 v + c: visibility v = 0 .. 127 of 127, the
// colour replaces that of the transfer function if c is 1. Behind those of all labels one uint a label more: which
// transfer function it has, 0: the volume's (classify_labels.cl)

// Factor of the opacity, 0 .. 1.
static float label_opacity(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return (float)(label_colors[nearest_label(frame, SCENE, position)] >> 25) * (1.0f / 127.0f);
}

static float3 label_rgb(const FrameParams *frame, SCENE_PARAMS, float3 position, float3 rgb) {
    const uint entry = label_colors[nearest_label(frame, SCENE, position)];
    const float3 color = convert_float3((uint3)(entry & 255u, (entry >> 8) & 255u, (entry >> 16) & 255u)) / 255.0f;
    return (entry >> 24) & 1u ? color : rgb;
}
