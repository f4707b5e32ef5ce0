// Samples are taken where the lanes are.
// Provides: find_cell.   Requires: packet_sample.cl.

static Cell16 find_cell(const FrameParams *frame, Vector16 voxel) {
    return cell_between(frame->volume.dims, frame->volume.clamp_max, voxel);
}
