// Lights beside the main one (thesis 3.6.5.2 names several), which throw no shadows.
// Provides: add_side_lights.   Requires: material.cl, highlight.cl, vectors.cl.

// normal, toward_viewer  unit vectors, aligned space. The side of a surface that is seen is lit if it faces the light:
//                        lights of different colours from different sides stay apart
// diffuse    gets the light that falls on it, share of the main light's
// highlight  gets what it mirrors to the viewer, before the material's factor
static void add_side_lights(const FrameParams *frame, const Material *material, float3 normal, float3 toward_viewer,
                            float3 *diffuse, float3 *highlight) {
    const float toward_eye = dot(normal, toward_viewer);
    const float3 outward = normal * copysign(1.0f, toward_eye);
    for (int i = 0; i < frame->side_lights.count; ++i) {
        const float3 light = vector3(frame->side_lights.directions + 3 * i);
        const float3 color = vector3(frame->side_lights.colors + 3 * i);
        const float toward_light = dot(outward, light);
        const float mirrored = highlight_of(light, toward_light, fabs(toward_eye), toward_viewer, material->shininess);
        *diffuse += fmax(toward_light, 0.0f) * color;
        *highlight += (toward_light > 0.0f ? mirrored : 0.0f) * color;
    }
}
