// Surface normals from six fetches around the sample (thesis 3.6.7 names it): no volume of normals, no rounding to 8 bits.
// Provides: surface_normal.   Requires: fly_*.cl, ray.cl, place_*.cl.

// Against the gradient of central differences over two voxels, aligned space. Its length is 1, or less where the
// gradient is small.
static float3 surface_normal(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float3 position) {
    const float3 after = inside_volume(frame, ray, position + 1.0f);
    const float3 before = inside_volume(frame, ray, position - 1.0f);
    const float x = position.x, y = position.y, z = position.z;
    const float3 difference =
        (float3)(field_at(frame, SCENE, (float3)(after.x, y, z)) - field_at(frame, SCENE, (float3)(before.x, y, z)),
                 field_at(frame, SCENE, (float3)(x, after.y, z)) - field_at(frame, SCENE, (float3)(x, before.y, z)),
                 field_at(frame, SCENE, (float3)(x, y, after.z)) - field_at(frame, SCENE, (float3)(x, y, before.z)));
    // Spelled out, so that every program rounds alike.
    const float3 gradient = difference * (0.5f * vector3(frame->volume.voxel_from_aligned));
    const float size = sqrt(fma(gradient.x, gradient.x, fma(gradient.y, gradient.y, gradient.z * gradient.z)));
    const float share = fmin(size * frame->sampling.inv_full_gradient, 1.0f);
    return size > frame->sampling.smallest_gradient ? gradient * (-share / size) : (float3)(0.0f);
}
