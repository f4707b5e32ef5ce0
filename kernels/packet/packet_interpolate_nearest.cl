// Samples are taken at the centre of the nearest voxel, where the others have no weight (thesis figure 3.20).
// Provides: find_cell.   Requires: packet_sample.cl.

static Cell16 find_cell(const FrameParams *frame, Vector16 voxel) {
    Vector16 nearest;
    nearest.x = floor(voxel.x + 0.5f);
    nearest.y = floor(voxel.y + 0.5f);
    nearest.z = floor(voxel.z + 0.5f);
    return cell_between(frame->volume.dims, frame->volume.clamp_max, nearest);
}
