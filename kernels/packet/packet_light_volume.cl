// Shadows and ambient occlusion of 16 samples from the light volume (thesis 3.6.6).
// Provides: Light16, light_at.   Requires: packet_sample.cl.

#define LEAST_SEEN 0.015625f // as in light_volume.cl
#define OWN_SHADOW 16.0f     // as in light_volume.cl

typedef struct Light16 {
    float16 direct, ambient; // share of the light, of the surroundings
} Light16;

// outward    unit normals on the sides that are seen, aligned space
// certainty  how much of a surface there is, 0 .. 1
// facing     outward . light
// seen       share of a place's light that comes through to the eye, 0 .. 1
// See light_volume.cl for why the light is asked for in front of the places, divided by what is seen of them, and not
// there on sides that face away.
static Light16 light_at(const FrameParams *frame, SCENE_PARAMS, Cell16 cell, Vector16 outward, float16 certainty,
                        float16 facing, float16 seen) {
    const float16 ahead = frame->light_volume.bias[0] * certainty;
    const float16 towards = frame->light_volume.bias[1] * (1.0f - certainty + max(facing, 0.0f) * certainty);
    const Vector16 position =
        along(along(cell.position, ahead, outward), towards, splat(frame->light.direction));
    const Cell16 texel = cell_between(frame->light_volume.dims, frame->light_volume.clamp_max,
                                      scaled(frame->light_volume.scale, position));
    const Texels16 texels = gather_texels(frame->light_volume.dims, lights, texel);
    Light16 light;
    const float16 own_shadow =
        frame->light_volume.bias[1] > 0.0f ? clamp(-OWN_SHADOW * facing, 0.0f, 1.0f) * certainty : (float16)(0.0f);
    light.direct = min(sample_channel(&texels, 0, texel) / max(seen, LEAST_SEEN), 1.0f) * (1.0f - own_shadow);
    light.ambient = sample_channel(&texels, 8, texel);
    return light;
}
