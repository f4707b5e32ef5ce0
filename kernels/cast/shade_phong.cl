// Phong's model with one directional light, a fill from the eye and lights beside them, both sides of a surface lit
// (thesis 3.6.5.2).
// Provides: light_surface, shading_normal, shade.
// Requires: normal_*.cl, light_*.cl, material_*.cl, side_lights_*.cl, outline_*.cl, highlight.cl, ray.cl, place_*.cl, vectors.cl.

// toward_viewer  unit vector, aligned space
// gradient       normal of either side, aligned space. Where neighbouring normals disagree the interpolated one is short;
//                shading then fades to the unlit colour instead of leaving dark specks (thesis 3.5.2 names them)
// position       sampling space
// seen           share of its light that comes through to the eye, 0 .. 1
static float3 light_material(const FrameParams *frame, SCENE_PARAMS, const Material *material, float3 toward_viewer,
                             float3 gradient, float3 position, float seen, float3 rgb) {
    const float length_squared = fmax(dot(gradient, gradient), 1e-12f);
    const float inverse_length = rsqrt(length_squared);
    const float3 normal = gradient * inverse_length;
    const float3 light = vector3(frame->light.direction);

    // Both sides are lit: the normal is turned towards the light.
    const float toward_light = dot(normal, light);
    const float cosine = fabs(toward_light);
    const float toward_eye = dot(normal, toward_viewer);
    const float power = highlight_of(light, toward_light, toward_eye, toward_viewer, material->shininess);

    const float certainty = fmin(2.0f * length_squared * inverse_length, 1.0f);
    const float3 outward = normal * copysign(certainty, toward_eye);
    const float2 share = light_at(frame, SCENE, position, outward, seen); // of the light, of the surroundings
    const float3 ambient = material->ambient * share.y;
    float3 beside = (float3)(frame->material.fill * fabs(toward_eye)), mirrored = (float3)(0.0f);
    add_side_lights(frame, material, normal, toward_viewer, &beside, &mirrored);
    const float3 diffuse = fma(beside, (float3)(share.y), (float3)(cosine * share.x));
    const float3 on_surface = fma(material->diffuse, diffuse, ambient);
    const float3 lit = mix(unlit_share(frame, share), on_surface, certainty);
    const float3 highlight = fma(mirrored, (float3)(share.y), (float3)(power * share.x)) * certainty;
    return fmin(fma(rgb, lit, material->specular * highlight), 1.0f) * outline_share(frame, toward_eye, certainty);
}

// lit  colour rgb in the light. A cut face is nowhere brighter than its colour: flat as it is, it would be white all
//      over where it lies toward the light
// cut  1 on it, 0 elsewhere
static float3 no_brighter(float3 lit, float3 rgb, float cut) { return fmin(lit, mix((float3)(1.0f), rgb, cut)); }

// Of the frame's material.
// cut  see no_brighter()
static float3 light_surface(const FrameParams *frame, SCENE_PARAMS, float3 toward_viewer, float3 gradient,
                            float3 position, float seen, float cut, float3 rgb) {
    const Material material = frame_material(frame);
    return no_brighter(light_material(frame, SCENE, &material, toward_viewer, gradient, position, seen, rgb), rgb, cut);
}

// What shade() asks the volume for.
static float3 shading_normal(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float3 position) {
    return surface_normal(frame, SCENE, ray, position);
}

// depth  behind a face, voxel lengths, less than 1
static float cut_share(float depth) { return fmin(fma(-2.0f, depth, 2.0f), 1.0f); }

// k, position  of the sample, sampling space
// gradient     shading_normal() there
// seen         share of its light that comes through to the eye, 0 .. 1
// rgb          colour of the sample
// Within one voxel length behind the face where a ray enters the volume or is clipped, or leaves what is cut out, the
// normal turns to that of the face: what is cut open looks flat, not like the noise inside.
static float3 shade(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float3 position, float3 gradient,
                    float seen, float3 rgb) {
    const float depth = fma(k, frame->sampling.step, 0.5f * frame->sampling.step); // behind the face, voxel lengths
    float cut = 0.0f;
    if (depth < 1.0f && ray->face >= 0) {
        gradient = mix(face_normal(frame, ray->face), gradient, depth);
        cut = cut_share(depth);
    }
    int face;
    float behind;
    if (behind_hole(ray->hole, k, frame->sampling.step, &behind, &face)) {
        gradient = mix(face_normal(frame, face), gradient, behind);
        cut = fmax(cut, cut_share(behind));
    }
    const Material material = material_at(frame, SCENE, position);
    const float3 lit =
        light_material(frame, SCENE, &material, ray->view, gradient, volume_position(ray, position), seen, rgb);
    return cut > 0.0f ? no_brighter(lit, rgb, cut) : lit;
}
