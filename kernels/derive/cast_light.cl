// Makes the light volume: how much light reaches a voxel (deep shadow image, thesis 3.6.6), and how much of its
// surroundings it sees (ambient occlusion, thesis remark 3.3).
// Provides: kernel cast_light.   Requires: asked_places.cl, hole_*.cl, light_ray.cl, traversal_*.cl, load_table.cl,
// store_*.cl.

// A ray from a place in voxel space, up to `reach` voxel lengths long. Places outside of the box see what lies ahead.
// Work-items that are not `inside` cast empty rays: their warp may need their votes.
static Ray ray_from(const FrameParams *frame, SCENE_PARAMS, float3 voxel, float3 toward, float reach, int inside) {
    float t_near, t_far;
    Ray ray = light_ray(frame, SCENE, voxel, toward, &t_near, &t_far);
    t_far = fmin(t_far, reach);
    ray.t_first = fma(0.5f, frame->sampling.step, t_near);
    ray.entry = -0.5f;
    ray.exit = (t_far - ray.t_first) / frame->sampling.step;
    ray.sample_count = inside && t_far > t_near ? fmax(ceil(ray.exit), 0.0f) : 0.0f;
    ray.hole = find_hole(frame, voxel, ray.direction, ray.t_first, t_near, t_far);
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
// within      see asked_places.cl; what nobody asks for is lit and sees everything
// has_seen    not 0: what is seen of the surroundings is known, a byte a texel in `seen`
// texel (i, j, k) lies at voxel (i, j, k) / light_volume.scale
// global size: light_volume.dims, each rounded up to a multiple of the local size; less along z for a slab from first_slice on
__kernel void cast_light(const FrameParams frame_value, SCENE_PARAMS, TEXEL_TARGET target, const float power,
                         const int shadows, const int surroundings, const float reach, const float within,
                         const int first_slice, const int has_seen, __global const uchar *seen_texels,
                         __global const float4 *directions, __global const float2 *opacity_source,
                         __global const uint2 *color_source) {
    const FrameParams *frame = &frame_value;
    load_table(opacity_source, color_source, (int)frame->table.last + 2, opacities, table_colors);
    const int3 texel = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2) + first_slice);
    const int *dims = frame->light_volume.dims;
    const int inside = texel.x < dims[0] && texel.y < dims[1] && texel.z < dims[2];
    const float3 voxel = convert_float3(texel) / frame->light_volume.scale;
    const int asked = inside && is_asked(octree, nodes, voxel, voxel, within);
    float direct = 1.0f, seen = 0.0f;
    if (shadows) {
        const Ray ray = ray_from(frame, SCENE, voxel, directions[0].xyz, 1e30f, asked);
        direct = transmittance_along(frame, SCENE, ray, power);
    }
    for (int i = 1; i <= surroundings; ++i) {
        const Ray ray = ray_from(frame, SCENE, voxel, directions[i].xyz, reach, asked);
        seen += transmittance_along(frame, SCENE, ray, power) / (float)surroundings;
    }
    if (inside) {
        const float known = has_seen ? (float)seen_texels[voxel_index(dims, texel.x, texel.y, texel.z)] / 255.0f : 1.0f;
        const float of_surroundings = fmin(surroundings > 0 ? 2.0f * seen : known, 1.0f);
        store_texel(target, dims, texel.x, texel.y, texel.z, (float4)(direct, of_surroundings, 0.0f, 1.0f));
    }
}
