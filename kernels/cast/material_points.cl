// Materials by scalar, linear between points of the transfer function (thesis 3.6.5.2 names them).
// Provides: material_at.   Requires: material.cl, interpolate_*.cl.

// position  sampling space
static Material material_at(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    const MaterialPointParams *points = &frame->material_points;
    const float scalar = sample_scalar(frame, SCENE, position);
    float4 factors = vload4(0, points->factors); // ambient, diffuse, specular, exponent
    for (int i = 1; i < points->count; ++i) {
        const float length = points->scalars[i] - points->scalars[i - 1];
        // At a step the later of two points counts.
        const float share = length > 0.0f ? clamp((scalar - points->scalars[i - 1]) / length, 0.0f, 1.0f)
                                          : (scalar >= points->scalars[i] ? 1.0f : 0.0f);
        factors = mix(factors, vload4((size_t)i, points->factors), share);
    }
    Material material;
    material.ambient = (float3)(factors.x);
    material.diffuse = (float3)(factors.y);
    material.specular = (float3)(factors.z);
    material.shininess = factors.w;
    return material;
}
