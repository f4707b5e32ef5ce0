// The mirrored light of Phong's model for 16 samples; highlight.cl in lanes.
// Provides: highlights_of.   Requires: packet_math.cl, packet_types.cl.

// No vector of 16 lanes is kept for the reflected light: its product with the view is expanded.
static float16 highlights_of(Vector16 light, float16 toward_light, float16 toward_view, Vector16 view,
                             float16 shininess) {
    const float16 highlight = 2.0f * toward_light * toward_view - dot16(light, view);
    return exp2_16(max(shininess * log2_16(max(highlight, 1e-6f)), -100.0f));
}
