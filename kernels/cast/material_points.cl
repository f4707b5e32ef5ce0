// Materials by scalar, linear between points of the transfer function (thesis 3.6.5.2 names them).
// Provides: material_at.   Requires: material.cl, interpolate_*.cl.

// Share of the way from one point to the next; at a step the later of two points counts.
static float material_share(float scalar, float low, float high) {
    const float inside = clamp((scalar - low) / fmax(high - low, 1e-30f), 0.0f, 1.0f);
    return high > low ? inside : (scalar >= high ? 1.0f : 0.0f);
}

// position  sampling space
// Each point is read from its own fixed place, see clip_plane.cl; those behind the last repeat it.
static Material material_at(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    const float *at = frame->material_points.scalars, *of = frame->material_points.factors;
    const float scalar = sample_scalar(frame, SCENE, position);
    float4 factors = vload4(0, of); // ambient, diffuse, specular, exponent
    factors = mix(factors, vload4(1, of), material_share(scalar, at[0], at[1]));
    factors = mix(factors, vload4(2, of), material_share(scalar, at[1], at[2]));
    factors = mix(factors, vload4(3, of), material_share(scalar, at[2], at[3]));
    factors = mix(factors, vload4(4, of), material_share(scalar, at[3], at[4]));
    factors = mix(factors, vload4(5, of), material_share(scalar, at[4], at[5]));
    factors = mix(factors, vload4(6, of), material_share(scalar, at[5], at[6]));
    factors = mix(factors, vload4(7, of), material_share(scalar, at[6], at[7]));
    Material material;
    material.ambient = (float3)(factors.x);
    material.diffuse = (float3)(factors.y);
    material.specular = (float3)(factors.z);
    material.shininess = factors.w;
    return material;
}
