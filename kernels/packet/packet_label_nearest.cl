// The labels of the voxels nearest to 16 positions; label_nearest.cl in lanes.
// Provides: nearest_labels.   Requires: packet_types.cl, packet_scene.cl, packet_gather.cl, packet_sample.cl.

// Places in label_colors.
static int16 nearest_labels(const FrameParams *frame, SCENE_PARAMS, Cell16 cell) {
    // Masks are -1. The weight of a neighbour beyond the last voxel is below a half.
    const int row = frame->volume.dims[0], slice = row * frame->volume.dims[1];
    const int16 nearest = cell.lowest - (cell.x >= 0.5f) - (cell.y >= 0.5f) * row - (cell.z >= 0.5f) * slice;
    return min(gather_ushort(labels, nearest), (int16)(frame->volume.last_label));
}
