// Lights beside the main one, for 16 samples; side_lights_some.cl in lanes.
// Provides: add_side_lights.   Requires: packet_material_*.cl, packet_highlight.cl, packet_ray.cl.

static void add_side_lights(const FrameParams *frame, const Material16 *materials, Vector16 gradient, float16 length16,
                            const Rays *rays, float16 toward_view, Vector16 *diffuse, Vector16 *highlight) {
    for (int i = 0; i < frame->side_lights.count; ++i) {
        const Vector16 light = splat(frame->side_lights.directions + 3 * i);
        const float *color = frame->side_lights.colors + 3 * i;
        const float16 toward_light = copysign((float16)(1.0f), toward_view) * dot16(gradient, light) / length16;
        const float16 bright = highlights_of(light, toward_light, fabs(toward_view), rays->view, materials->shininess);
        const float16 mirrored = select((float16)(0.0f), bright, toward_light > 0.0f);
        const float16 cosine = max(toward_light, 0.0f);
        diffuse->x += cosine * color[0];
        diffuse->y += cosine * color[1];
        diffuse->z += cosine * color[2];
        highlight->x += mirrored * color[0];
        highlight->y += mirrored * color[1];
        highlight->z += mirrored * color[2];
    }
}
