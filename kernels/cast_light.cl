// Makes the light volume: how much light reaches a voxel (deep shadow image, thesis 3.6.6), and how much of its
// surroundings it sees (ambient occlusion, thesis remark 3.3).
// Provides: kernel cast_light.   Requires: traverse of traversal_*.cl, load_table.cl, store_*.cl.

// A ray from a place in voxel space, up to `reach` voxel lengths long; it ends at the faces of the box and at clipping
// planes. Places outside of them see what lies ahead. Work-items that are not `inside` cast empty rays: their warp may
// need their votes.
static Ray ray_from(const FrameParams *frame, float3 voxel, float3 toward, float reach, int inside) {
    const float3 scale = vector3(frame->voxel_from_aligned);
    Ray ray;
    ray.origin = sampling_from_voxel(voxel);
    ray.direction = toward * scale;
    ray.view = -toward;
    ray.face = -1;
    const float3 safe = select(ray.direction, copysign((float3)(1e-9f), ray.direction),
                               isless(fabs(ray.direction), (float3)(1e-9f)));
    const float3 to_min = (vector3(frame->box_min) - voxel) / safe;
    const float3 to_max = (vector3(frame->box_max) - voxel) / safe;
    const float3 enter = fmin(to_min, to_max), leave = fmax(to_min, to_max);
    float t_near = fmax(fmax(enter.x, enter.y), fmax(enter.z, 0.0f));
    float t_far = fmin(fmin(leave.x, leave.y), fmin(leave.z, reach));
    for (int plane = 0; plane < frame->plane_count; ++plane) {
        clip_to_plane(frame, plane, voxel, &ray, &t_near, &t_far);
    }
    ray.t_first = fma(0.5f, frame->step, t_near);
    ray.entry = -0.5f;
    ray.exit = (t_far - ray.t_first) / frame->step;
    ray.sample_count = inside && t_far > t_near ? fmax(ceil(ray.exit), 0.0f) : 0.0f;
    return ray;
}

// Share of the light that comes through along a ray. The table's opacities are those of one step of the frame; a step
// here is `power` of them long.
static float transmittance_along(const FrameParams *frame, SCENE_PARAMS, Ray ray, float power) {
    Front front = empty_front();
    Counts counts = no_counts();
    traverse(frame, SCENE, &ray, &front, &counts);
    return pow(fmax(front.transmittance, 0.0f), power);
}

// directions  unit vectors, aligned space: towards the light first, then `surroundings` of them
// target      RGBA8: r = transmittance towards the light, g = what is seen of the surroundings
//             over `reach` voxel lengths, half of a sphere being all: a flat surface is not darkened
// texel (i, j, k) lies at voxel (i, j, k) / light_scale
// global size: light_dims, each rounded up to a multiple of the local size
__kernel void cast_light(const FrameParams frame_value, SCENE_PARAMS, TEXEL_TARGET target, const float power,
                         const int shadows, const int surroundings, const float reach,
                         __global const float4 *directions, __global const float2 *opacity_source,
                         __global const uint2 *color_source) {
    const FrameParams *frame = &frame_value;
    load_table(opacity_source, color_source, (int)frame->table_last + 2, opacities, table_colors);
    const int3 texel = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    const int inside = texel.x < frame->light_dims[0] && texel.y < frame->light_dims[1] && texel.z < frame->light_dims[2];
    const float3 voxel = convert_float3(texel) / frame->light_scale;
    float direct = 1.0f, seen = 0.0f;
    if (shadows) {
        direct = transmittance_along(frame, SCENE, ray_from(frame, voxel, directions[0].xyz, 1e30f, inside), power);
    }
    for (int i = 1; i <= surroundings; ++i) {
        const Ray ray = ray_from(frame, voxel, directions[i].xyz, reach, inside);
        seen += transmittance_along(frame, SCENE, ray, power) / (float)surroundings;
    }
    if (inside) {
        store_texel(target, frame->light_dims, texel.x, texel.y, texel.z, (float4)(direct, fmin(surroundings > 0 ? 2.0f * seen : 1.0f, 1.0f), 0.0f, 1.0f));
    }
}
