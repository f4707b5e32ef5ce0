// Normals of 16 samples follow the interpolated opacity of classified voxels.
// Provides: field_pair, sample_field.   Requires: packet_gather.cl, packet_sample.cl.

static float16 opacity_of(uint16 texel) { return convert_float16(as_int16(texel >> 24u)) * (1.0f / 255.0f); }

// The field at voxels `index` + `offset` and the next ones along x.
static void field_pair(SCENE_PARAMS, int16 index, int offset, float16 *lower, float16 *upper) {
    *lower = opacity_of(gather_uint(colors + offset, index));
    *upper = opacity_of(gather_uint(colors + offset + 1, index));
}

static float16 sample_field(const FrameParams *frame, SCENE_PARAMS, Cell16 cell) {
    const Texels16 texels = gather_texels(frame->volume.dims, colors, cell);
    return sample_channel(&texels, 24, cell);
}
