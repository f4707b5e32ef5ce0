// Materials of 16 samples by scalar; material_points.cl in lanes.
// Provides: Material16, materials_at.   Requires: packet_interpolate_*.cl.

typedef struct Material16 {
    float16 shininess; // exponent
    Vector16 ambient, diffuse, specular; // r, g, b in [0, 1]
} Material16;

static Vector16 grey16(float16 value) {
    Vector16 result;
    result.x = result.y = result.z = value;
    return result;
}

static Material16 materials_at(const FrameParams *frame, SCENE_PARAMS, Cell16 cell) {
    const MaterialPointParams *points = &frame->material_points;
    const float16 values = sample_scalar(frame, SCENE, cell);
    float16 factors[4]; // ambient, diffuse, specular, exponent
    for (int factor = 0; factor < 4; ++factor) {
        factors[factor] = (float16)(points->factors[factor]);
    }
    for (int i = 1; i < MATERIAL_POINT_LIMIT; ++i) { // those behind the last repeat it
        const float low = points->scalars[i - 1], length = points->scalars[i] - low;
        // At a step the later of two points counts.
        const float16 share = length > 0.0f ? clamp((values - low) / length, 0.0f, 1.0f)
                                            : select((float16)(0.0f), (float16)(1.0f), values >= points->scalars[i]);
        for (int factor = 0; factor < 4; ++factor) {
            factors[factor] = lerp16(factors[factor], (float16)(points->factors[4 * i + factor]), share);
        }
    }
    Material16 materials;
    materials.ambient = grey16(factors[0]);
    materials.diffuse = grey16(factors[1]);
    materials.specular = grey16(factors[2]);
    materials.shininess = factors[3];
    return materials;
}
