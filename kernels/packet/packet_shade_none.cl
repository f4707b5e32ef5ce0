// No surfaces: samples show their colour, dimmed where they lie in a shadow.
// Provides: shade.   Requires: packet_types.cl, packet_sample.cl, packet_light_*.cl, packet_ray.cl.

static Vector16 shade(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, float16 k, Cell16 cell, float16 seen,
                      Vector16 rgb) {
    const float no_normal[3] = {0.0f, 0.0f, 0.0f};
    const Light16 light = light_at(frame, SCENE, cell, splat(no_normal), (float16)(0.0f), (float16)(0.0f), seen);
    const float16 direct = fused(frame->material.fill, light.ambient - light.direct * light.ambient, light.direct);
    rgb.x *= fused(light.ambient - direct, frame->material.ambient[0], direct);
    rgb.y *= fused(light.ambient - direct, frame->material.ambient[1], direct);
    rgb.z *= fused(light.ambient - direct, frame->material.ambient[2], direct);
    return rgb;
}
