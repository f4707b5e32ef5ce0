// Phong's model with one directional light, both sides of a surface lit (thesis 3.6.5.2).
// Provides: shade.   Requires: sample_*.cl, vectors.cl.

// position  of the sample, sampling space
// view      unit vector from the sample to the eye, aligned space
// rgb       colour of the sample
// Where neighbouring normals disagree the interpolated one is short; shading then fades to the unlit colour instead of
// leaving dark specks (thesis 3.5.2 names them).
static float3 shade(const FrameParams *frame, SCENE_PARAMS, float3 position, float3 view, float3 rgb) {
    const float3 gradient = sample_normal(frame, SCENE, position);
    const float length_squared = fmax(dot(gradient, gradient), 1e-12f);
    const float inverse_length = rsqrt(length_squared);
    const float3 normal = gradient * inverse_length;
    const float3 light = vector3(frame->light);

    // Both sides are lit: the normal is turned towards the light.
    const float toward_light = dot(normal, light);
    const float cosine = fabs(toward_light);
    const float3 reflected = 2.0f * toward_light * normal - light;
    const float highlight = fmax(dot(reflected, view), 0.0f);
    const float specular = frame->specular * exp2(frame->shininess * log2(fmax(highlight, 1e-6f)));

    const float certainty = fmin(2.0f * length_squared * inverse_length, 1.0f);
    const float lit = mix(1.0f, fma(frame->diffuse, cosine, frame->ambient), certainty);
    return fmin(rgb * lit + specular * certainty, 1.0f);
}
