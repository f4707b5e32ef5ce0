// Surface normals of 16 samples come from the normal volume (thesis 3.5.2).
// Provides: surface_normals.   Requires: packet_sample.cl.

// Normals of either side, aligned space, shorter where neighbours disagree.
static Vector16 surface_normals(const FrameParams *frame, SCENE_PARAMS, Cell16 cell) {
    const Texels16 texels = gather_texels(frame->volume.dims, normals, cell);
    Vector16 normal;
    normal.x = sample_channel(&texels, 0, cell) * 2.0f - 1.0f;
    normal.y = sample_channel(&texels, 8, cell) * 2.0f - 1.0f;
    normal.z = sample_channel(&texels, 16, cell) * 2.0f - 1.0f;
    return normal;
}
