// Normals of 16 samples follow the interpolated scalar.
// Provides: field_pair, sample_field.   Requires: packet_scalar_*.cl, packet_sample.cl.

// The field at voxels `index` + `offset` and the next ones along x.
static void field_pair(SCENE_PARAMS, int16 index, int offset, float16 *lower, float16 *upper) {
    gather_pair(scalars + offset, index, lower, upper);
}

static float16 sample_field(const FrameParams *frame, SCENE_PARAMS, Cell16 cell) {
    return sample_scalar(frame, SCENE, cell);
}
