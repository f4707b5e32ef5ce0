// Nothing stands in the light.
// Provides: Light16, light_at.   Requires: packet_scene.cl, packet_sample.cl.

typedef struct Light16 {
    float16 direct, ambient; // share of the light, of the surroundings
} Light16;

static Light16 light_at(const FrameParams *frame, SCENE_PARAMS, Cell16 cell, Vector16 outward, float16 certainty,
                        float16 facing, float16 seen) {
    Light16 light;
    light.direct = light.ambient = (float16)(1.0f);
    return light;
}
