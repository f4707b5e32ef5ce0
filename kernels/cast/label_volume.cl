// A label volume on the voxels' grid hides or colours what carries a label (object identification).
// Provides: label_opacity, label_rgb.   Requires: scene_*.cl, sample_*.cl, vectors.cl.
//
// label_colors  one uint a label: r | g << 8 | b << 16 | a << 24. a = 2 v + c: visibility v = 0 .. 127 of 127, the
// colour replaces that of the transfer function if c is 1

// Entry of the label of the voxel nearest to a position.
static uint label_entry(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    const float3 voxel = position - sampling_from_voxel((float3)(0.0f)) + 0.5f;
    const int3 last = (int3)(frame->volume.dims[0] - 1, frame->volume.dims[1] - 1, frame->volume.dims[2] - 1);
    const int3 nearest = clamp(convert_int3(voxel), (int3)(0), last);
    const int label = (int)labels[voxel_index(frame->volume.dims, nearest.x, nearest.y, nearest.z)];
    return label_colors[min(label, frame->volume.last_label)];
}

// Factor of the opacity, 0 .. 1.
static float label_opacity(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return (float)(label_entry(frame, SCENE, position) >> 25) * (1.0f / 127.0f);
}

static float3 label_rgb(const FrameParams *frame, SCENE_PARAMS, float3 position, float3 rgb) {
    const uint entry = label_entry(frame, SCENE, position);
    const float3 color = convert_float3((uint3)(entry & 255u, (entry >> 8) & 255u, (entry >> 16) & 255u)) / 255.0f;
    return (entry >> 24) & 1u ? color : rgb;
}
