// Phong's model for 16 samples; the arithmetic of shade_phong.cl in lanes (thesis 3.6.5.2).
// Provides: shade.
// Requires: packet_normal_*.cl, packet_light_*.cl, packet_material_*.cl, packet_side_lights_*.cl, packet_outline_*.cl,
// packet_highlight.cl, packet_hole_*.cl, packet_ray.cl.

// Turns normals near faces to those of the faces: 0 at the face, 1 a voxel length behind.
// face   as Rays::face
// depth  behind the face, voxel lengths
// cut    see no_brighter() of shade_phong.cl
static void turn_to_faces(const FrameParams *frame, int16 face, float16 depth, Vector16 *gradient, float16 *cut) {
    Vector16 normal = *gradient;
    normal.x = select(normal.x, convert_float16((face == 0) & 1), (face >= 0) & (face < 3));
    normal.y = select(normal.y, convert_float16((face == 1) & 1), (face >= 0) & (face < 3));
    normal.z = select(normal.z, convert_float16((face == 2) & 1), (face >= 0) & (face < 3));
    const float *scale = frame->volume.voxel_from_aligned;
    for (int plane = 0; plane < max(frame->volume.plane_count, frame->volume.hole_planes); ++plane) {
        const float4 numbers = clip_plane(frame, plane);
        normal.x = select(normal.x, (float16)(numbers.x * scale[0]), face == 3 + plane);
        normal.y = select(normal.y, (float16)(numbers.y * scale[1]), face == 3 + plane);
        normal.z = select(normal.z, (float16)(numbers.z * scale[2]), face == 3 + plane);
    }
    gradient->x = select(gradient->x, lerp16(normal.x, gradient->x, depth), depth < 1.0f);
    gradient->y = select(gradient->y, lerp16(normal.y, gradient->y, depth), depth < 1.0f);
    gradient->z = select(gradient->z, lerp16(normal.z, gradient->z, depth), depth < 1.0f);
    const float16 share = min(fused(-2.0f, depth, (float16)(2.0f)), 1.0f);
    *cut = select(*cut, max(*cut, share), (depth < 1.0f) & (face >= 0));
}

// What lights a channel: of the material, of the sample's surroundings and its light.
// beside     light of the fill and of side lights;  cosine  of the main light, its share taken
// unlit      share of the colour where there is no surface
static float16 shade_channel(float16 rgb, float16 ambient, float16 diffuse, Light16 share, float16 beside,
                             float16 cosine, float16 unlit, float16 certainty, float16 highlight) {
    const float16 on_surface = fused(fused(beside, share.ambient, cosine), diffuse, ambient * share.ambient);
    return min(fused(rgb, lerp16(unlit, on_surface, certainty), highlight), 1.0f);
}

// See no_brighter() of shade_phong.cl.
static float16 no_brighter16(float16 lit, float16 rgb, float16 cut) {
    return min(lit, lerp16((float16)(1.0f), rgb, cut));
}

// seen  share of the light of each sample that comes through to the eye, 0 .. 1
static Vector16 shade(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, float16 k, Cell16 cell, float16 seen,
                      Vector16 rgb) {
    Vector16 gradient = surface_normals(frame, SCENE, cell);
    float16 cut = (float16)(0.0f);
    const float16 depth = (k + 0.5f) * frame->sampling.step; // behind the face, voxel lengths
    if (any(depth < 1.0f)) {
        turn_to_faces(frame, rays->face, depth, &gradient, &cut);
    }
    int16 face;
    float16 behind;
    const int16 is_behind = behind_holes(&rays->holes, k, frame->sampling.step, &behind, &face);
    if (any(is_behind)) {
        turn_to_faces(frame, face, select((float16)(1.0f), behind, is_behind), &gradient, &cut);
    }
    const float16 length_squared = max(dot16(gradient, gradient), 1e-12f);
    const float16 length16 = sqrt(length_squared);
    const Vector16 light = splat(frame->light.direction);
    const Material16 materials = materials_at(frame, SCENE, cell);

    // Both sides are lit: the normal is turned towards the light.
    const float16 toward_light = dot16(gradient, light) / length16;
    const float16 toward_view = dot16(gradient, rays->view) / length16;
    const float16 power = highlights_of(light, toward_light, toward_view, rays->view, materials.shininess);
    const float16 certainty = min(2.0f * length16, 1.0f);
    // The side that is seen.
    const float16 side = copysign(1.0f / length16, toward_view);
    Vector16 outward = gradient;
    outward.x *= side;
    outward.y *= side;
    outward.z *= side;
    const float16 facing = copysign((float16)(1.0f), toward_view) * toward_light;
    const Light16 share = light_at(frame, SCENE, cell, outward, certainty, facing, seen);
    const float fill = frame->material.fill;
    Vector16 beside, mirrored; // of the fill and of side lights
    beside.x = beside.y = beside.z = fill * fabs(toward_view);
    mirrored.x = mirrored.y = mirrored.z = (float16)(0.0f);
    add_side_lights(frame, &materials, gradient, length16, rays, toward_view, &beside, &mirrored);
    const float16 cosine = fabs(toward_light) * share.direct, specular = power * certainty * share.direct;
    const float16 around = certainty * share.ambient;
    const float16 direct = fused(fill, share.ambient - share.direct * share.ambient, share.direct);
    const float16 dimmed = share.ambient - direct;
    const float *ambient = frame->material.ambient; // of all that is no surface
    const float16 outline = outline_shares(frame, toward_view, certainty);
    Vector16 result;
    result.x = shade_channel(rgb.x, materials.ambient.x, materials.diffuse.x, share, beside.x, cosine,
                             fused(dimmed, ambient[0], direct), certainty,
                             fused(mirrored.x, around, specular) * materials.specular.x) *
               outline;
    result.y = shade_channel(rgb.y, materials.ambient.y, materials.diffuse.y, share, beside.y, cosine,
                             fused(dimmed, ambient[1], direct), certainty,
                             fused(mirrored.y, around, specular) * materials.specular.y) *
               outline;
    result.z = shade_channel(rgb.z, materials.ambient.z, materials.diffuse.z, share, beside.z, cosine,
                             fused(dimmed, ambient[2], direct), certainty,
                             fused(mirrored.z, around, specular) * materials.specular.z) *
               outline;
    if (any(cut > 0.0f)) {
        result.x = no_brighter16(result.x, rgb.x, cut);
        result.y = no_brighter16(result.y, rgb.y, cut);
        result.z = no_brighter16(result.z, rgb.z, cut);
    }
    return result;
}
