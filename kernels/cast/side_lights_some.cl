// Lights beside the main one (thesis 3.6.5.2 names several), which throw no shadows.
// Provides: add_side_lights.   Requires: material.cl, highlight.cl, vectors.cl.

// normal, toward_viewer  unit vectors, aligned space; both sides of a surface are lit
// diffuse    gets the light that falls on it, share of the main light's
// highlight  gets what it mirrors to the viewer, before the material's factor
static void add_side_lights(const FrameParams *frame, const Material *material, float3 normal, float3 toward_viewer,
                            float3 *diffuse, float3 *highlight) {
    for (int i = 0; i < frame->side_lights.count; ++i) {
        const float3 light = vector3(frame->side_lights.directions + 3 * i);
        const float3 color = vector3(frame->side_lights.colors + 3 * i);
        const float toward_light = dot(normal, light);
        *diffuse += fabs(toward_light) * color;
        *highlight += highlight_of(light, toward_light, dot(normal, toward_viewer), toward_viewer, material->shininess) * color;
    }
}
