// Phong's model for 16 samples; the arithmetic of shade_phong.cl in lanes (thesis 3.6.5.2).
// Provides: shade.   Requires: packet_sample.cl, packet_math.cl.

static Vector16 shade(const FrameParams *frame, SCENE_PARAMS, Cell16 cell, Vector16 view, Vector16 rgb) {
    const Texels16 texels = gather_texels(frame, normals, cell);
    Vector16 gradient;
    gradient.x = sample_channel(&texels, 0, cell) * 2.0f - 1.0f;
    gradient.y = sample_channel(&texels, 8, cell) * 2.0f - 1.0f;
    gradient.z = sample_channel(&texels, 16, cell) * 2.0f - 1.0f;
    const float16 length_squared = max(dot16(gradient, gradient), 1e-12f);
    const float16 length16 = sqrt(length_squared);
    const Vector16 light = splat(frame->light);

    // Both sides are lit: the normal is turned towards the light. `reflected` . view is expanded, so that no vector of
    // 16 lanes need be kept.
    const float16 toward_light = dot16(gradient, light) / length16;
    const float16 toward_view = dot16(gradient, view) / length16;
    const float16 highlight = 2.0f * toward_light * toward_view - dot16(light, view);
    const float16 power = max(frame->shininess * log2_16(max(highlight, 1e-6f)), -100.0f);
    const float16 certainty = min(2.0f * length16, 1.0f);
    const float16 specular = frame->specular * exp2_16(power) * certainty;
    const float16 lit = mad(certainty, mad(fabs(toward_light), frame->diffuse, frame->ambient) - 1.0f, 1.0f);
    Vector16 result;
    result.x = min(mad(rgb.x, lit, specular), 1.0f);
    result.y = min(mad(rgb.y, lit, specular), 1.0f);
    result.z = min(mad(rgb.z, lit, specular), 1.0f);
    return result;
}
