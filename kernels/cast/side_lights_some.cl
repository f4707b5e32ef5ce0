// Lights beside the main one (thesis 3.6.5.2 names several), which throw no shadows.
// Provides: add_side_lights.   Requires: material.cl, highlight.cl, vectors.cl.

// direction, color  of a light; both 0: none
static void add_side_light(const Material *material, float3 outward, float toward_eye, float3 toward_viewer,
                           float3 direction, float3 color, float3 *diffuse, float3 *highlight) {
    const float toward_light = dot(outward, direction);
    const float mirrored = highlight_of(direction, toward_light, toward_eye, toward_viewer, material->shininess);
    *diffuse += fmax(toward_light, 0.0f) * color;
    *highlight += (toward_light > 0.0f ? mirrored : 0.0f) * color;
}

// normal, toward_viewer  unit vectors, aligned space. The side of a surface that is seen is lit if it faces the light:
//                        lights of different colours from different sides stay apart
// diffuse    gets the light that falls on it, share of the main light's
// highlight  gets what it mirrors to the viewer, before the material's factor
// Each light is read from its own fixed place, see clip_plane.cl.
static void add_side_lights(const FrameParams *frame, const Material *material, float3 normal, float3 toward_viewer,
                            float3 *diffuse, float3 *highlight) {
    const SideLightParams *lights = &frame->side_lights;
    const float cosine = dot(normal, toward_viewer), toward_eye = fabs(cosine);
    const float3 outward = normal * copysign(1.0f, cosine);
    add_side_light(material, outward, toward_eye, toward_viewer, vector3(lights->directions), vector3(lights->colors),
                   diffuse, highlight);
    add_side_light(material, outward, toward_eye, toward_viewer, vector3(lights->directions + 3),
                   vector3(lights->colors + 3), diffuse, highlight);
    add_side_light(material, outward, toward_eye, toward_viewer, vector3(lights->directions + 6),
                   vector3(lights->colors + 6), diffuse, highlight);
}
