// Lights beside the main one, for 16 samples; side_lights_some.cl in lanes.
// Provides: add_side_lights.   Requires: packet_material_*.cl, packet_highlight.cl, packet_ray.cl.

// direction, color  of a light, three numbers each; all 0: none
static void add_side_light(const float *direction, const float *color, Vector16 outward, float16 toward_eye,
                           Vector16 view, float16 shininess, Vector16 *diffuse, Vector16 *highlight) {
    const Vector16 light = splat(direction);
    const float16 toward_light = dot16(outward, light);
    const float16 bright = highlights_of(light, toward_light, toward_eye, view, shininess);
    const float16 mirrored = select((float16)(0.0f), bright, toward_light > 0.0f);
    const float16 cosine = max(toward_light, 0.0f);
    diffuse->x += cosine * color[0];
    diffuse->y += cosine * color[1];
    diffuse->z += cosine * color[2];
    highlight->x += mirrored * color[0];
    highlight->y += mirrored * color[1];
    highlight->z += mirrored * color[2];
}

static void add_side_lights(const FrameParams *frame, const Material16 *materials, Vector16 gradient, float16 length16,
                            const Rays *rays, float16 toward_view, Vector16 *diffuse, Vector16 *highlight) {
    const SideLightParams *lights = &frame->side_lights;
    const float16 side = copysign(1.0f / length16, toward_view), toward_eye = fabs(toward_view);
    Vector16 outward = gradient;
    outward.x *= side;
    outward.y *= side;
    outward.z *= side;
    add_side_light(lights->directions, lights->colors, outward, toward_eye, rays->view, materials->shininess, diffuse,
                   highlight);
    add_side_light(lights->directions + 3, lights->colors + 3, outward, toward_eye, rays->view, materials->shininess,
                   diffuse, highlight);
    add_side_light(lights->directions + 6, lights->colors + 6, outward, toward_eye, rays->view, materials->shininess,
                   diffuse, highlight);
}
