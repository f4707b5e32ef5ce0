// The label of the voxel nearest to a place.
// Provides: nearest_label.   Requires: scene_*.cl, sample_*.cl, vectors.cl.

// Place in label_colors.
static int nearest_label(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    const float3 voxel = position - sampling_from_voxel((float3)(0.0f)) + 0.5f;
    const int3 last = (int3)(frame->volume.dims[0] - 1, frame->volume.dims[1] - 1, frame->volume.dims[2] - 1);
    const int3 nearest = clamp(convert_int3(voxel), (int3)(0), last);
    const int label = (int)labels[voxel_index(frame->volume.dims, nearest.x, nearest.y, nearest.z)];
    return min(label, frame->volume.last_label);
}
