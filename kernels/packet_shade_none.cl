// No surfaces: samples show their colour, dimmed where they lie in a shadow.
// Provides: shade.   Requires: packet_types.cl, packet_light_*.cl, packet_ray.cl.

static Vector16 shade(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, int k, Cell16 cell, Vector16 rgb) {
    const Light16 light = light_at(frame, SCENE, cell);
    rgb.x *= mad(light.ambient - light.direct, frame->ambient[0], light.direct);
    rgb.y *= mad(light.ambient - light.direct, frame->ambient[1], light.direct);
    rgb.z *= mad(light.ambient - light.direct, frame->ambient[2], light.direct);
    return rgb;
}
