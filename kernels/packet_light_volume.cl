// Shadows and ambient occlusion of 16 samples from the light volume (thesis 3.6.6).
// Provides: Light16, light_at.   Requires: packet_sample.cl.

typedef struct Light16 {
    float16 direct, ambient; // share of the light, of the surroundings
} Light16;

static Light16 light_at(const FrameParams *frame, SCENE_PARAMS, Cell16 cell) {
    // Back from the cell to positions: the light volume may be coarser.
    const int16 slice = cell.lowest / (frame->dims[0] * frame->dims[1]);
    const int16 row = cell.lowest / frame->dims[0] - slice * frame->dims[1];
    Vector16 position;
    position.x = convert_float16(cell.lowest % frame->dims[0]) + cell.x;
    position.y = convert_float16(row) + cell.y;
    position.z = convert_float16(slice) + cell.z;
    const Cell16 texel = cell_between(frame->light_dims, frame->light_clamp, scaled(frame->light_scale, position));
    const Texels16 texels = gather_texels(frame->light_dims, lights, texel);
    Light16 light;
    light.direct = sample_channel(&texels, 0, texel);
    light.ambient = sample_channel(&texels, 8, texel);
    return light;
}
