// The mirrored light of Phong's model (thesis 3.6.5.2).
// Provides: highlight_of.   Requires: shared_types.h.

// light, toward_viewer       unit vectors, aligned space
// toward_light, toward_eye   cosines of the normal with them
static float highlight_of(float3 light, float toward_light, float toward_eye, float3 toward_viewer, float shininess) {
    // of the reflected light, 2 toward_light normal - light, with the direction of the viewer
    const float highlight = fmax(fma(2.0f * toward_light, toward_eye, -dot(light, toward_viewer)), 0.0f);
    return exp2(shininess * log2(fmax(highlight, 1e-6f)));
}
