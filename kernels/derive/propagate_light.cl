// Makes the shadows of the light volume slice by slice: each ray of light is marched once, through the whole volume
// (deep shadow image, thesis 3.6.6).
// Provides: kernel propagate_light.
// Requires: vectors.cl, light_ray.cl, store_*.cl, load_table.cl, ray.cl, place_*.cl, classify_*.cl,
// label_*.cl; constants SWEEP_WIDTH, SWEEP_HEIGHT.

#define SWEEP_SLICES 4 // between two barriers; with a table of 1025 entries 32 KiB of local memory are enough

// Column, row and slice, as seen along the light, to a texel's x, y and z.
static int3 texel_along(const LightSweep *sweep, int2 across, int slice) {
    const int from_light = sweep->from_high ? sweep->slices - 1 - slice : slice;
    return sweep->axis == 0 ? (int3)(from_light, across.x, across.y)
                            : sweep->axis == 1 ? (int3)(across.x, from_light, across.y)
                                               : (int3)(across.x, across.y, from_light);
}

// The light that meets slice 0 at a texel, away from the light. Sample k lies in the middle of the k-th step.
static Ray ray_through(const FrameParams *frame, SCENE_PARAMS, int3 texel) {
    float t_near, t_far;
    const float3 voxel = convert_float3(texel) / frame->light_volume.scale;
    Ray ray = light_ray(frame, SCENE, voxel, -vector3(frame->light.direction), &t_near, &t_far);
    ray.t_first = 0.5f * frame->sampling.step;
    ray.sample_count = 1e30f;
    ray.entry = t_near / frame->sampling.step;
    ray.exit = t_far / frame->sampling.step;
    return ray;
}

// Share of the light that comes through step k. Of a step that is partly outside of the ray's part of the box, only
// the part inside counts. Precondition: some part of the ray is inside.
static float through_step(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, Cursor *cursor) {
    const float begin = clamp(k, ray->entry, ray->exit), end = clamp(k + 1.0f, ray->entry, ray->exit);
    const float middle = 0.5f * (begin + end) - 0.5f, part = end - begin;
    Ray copy;
    enter_run(frame, SCENE, ray, middle, middle, cursor);
    const Ray *placed = placed_ray(ray, cursor, &copy);
    const float3 position = sample_position(frame, placed, middle);
    const float seen = classify(frame, SCENE, placed, middle, position).opacity;
    const float opacity = seen * label_opacity(frame, SCENE, position);
    const float share = fmax(1.0f - opacity, 0.0f);
    return part < 1.0f ? exp2(part * log2(fmax(share, 1e-30f))) : share;
}

// A work-group follows a bundle of rays, a texel apart. Between the rays lie texels, in every slice at the same place
// between them: they get what the four rays around them have left.
// power        steps of the transfer table in one step here
// has_seen     not 0: what is seen of the surroundings is known, a byte a texel in `seen`
// local size:  SWEEP_WIDTH x SWEEP_HEIGHT, of which all but the last column and row write texels
__attribute__((reqd_work_group_size(SWEEP_WIDTH, SWEEP_HEIGHT, 1)))
__kernel void propagate_light(const FrameParams frame_value, SCENE_PARAMS, TEXEL_TARGET target,
                              const LightSweep sweep_value, const float power, const int has_seen,
                              __global const uchar *seen, __global const float2 *opacity_source,
                              __global const uint2 *color_source) {
    const FrameParams *frame = &frame_value;
    const LightSweep *sweep = &sweep_value;
    __local float left[SWEEP_SLICES][SWEEP_HEIGHT][SWEEP_WIDTH];
    load_table(opacity_source, color_source, (int)frame->table.last + 2, opacities, table_colors);

    const int2 lane = (int2)((int)get_local_id(0), (int)get_local_id(1));
    const int2 size = (int2)(SWEEP_WIDTH - 1, SWEEP_HEIGHT - 1);
    const int2 corner = (int2)(sweep->first[0], sweep->first[1]) +
                        (int2)((int)get_group_id(0), (int)get_group_id(1)) * size;
    const int2 across = (int2)(sweep->across[0], sweep->across[1]);
    const float2 shift = (float2)(sweep->shift[0], sweep->shift[1]);
    const Ray ray = ray_through(frame, SCENE, texel_along(sweep, corner + lane, 0));
    const int2 next = min(lane + (int2)(1), size);
    float through = 1.0f;
    Cursor cursor = no_cursor();

    for (int slice = 0; slice < sweep->slices; slice += SWEEP_SLICES) {
        const int2 front = convert_int2_rtp((float)slice * shift);
        const int2 back = convert_int2_rtp((float)(slice + SWEEP_SLICES) * shift);
        const int2 low = corner + min(front, back), high = corner + max(front, back) + size;
        if (high.x < 0 || high.y < 0 || low.x > across.x || low.y > across.y) {
            continue; // all of the bundle passes by
        }
        float shares[SWEEP_SLICES]; // of the light in each slice, not knowing what is left of it: fetches overlap
#pragma unroll
        for (int i = 0; i < SWEEP_SLICES; ++i) {
            shares[i] = 1.0f;
        }
        const float first = (float)(slice * sweep->steps), last = (float)((slice + SWEEP_SLICES) * sweep->steps);
        if (through > frame->compositing.transmittance_end && ray.entry < ray.exit && ray.entry < last &&
            ray.exit > first) {
            for (int j = 0; j < sweep->steps; ++j) {
#pragma unroll
                for (int i = 0; i < SWEEP_SLICES; ++i) {
                    shares[i] *= through_step(frame, SCENE, &ray, first + (float)(i * sweep->steps + j), &cursor);
                }
            }
        }
#pragma unroll
        for (int i = 0; i < SWEEP_SLICES; ++i) {
            left[i][lane.y][lane.x] = exp2(power * log2(fmax(through, 1e-30f)));
            through *= shares[i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (int i = 0; i < SWEEP_SLICES; ++i) {
            const float2 moved = (float)(slice + i) * shift;
            const int2 whole = convert_int2_rtp(moved);
            const float2 part = convert_float2(whole) - moved;
            const float near_row = mix(left[i][lane.y][lane.x], left[i][lane.y][next.x], part.x);
            const float far_row = mix(left[i][next.y][lane.x], left[i][next.y][next.x], part.x);
            const int2 place = corner + lane + whole;
            if (lane.x < size.x && lane.y < size.y && place.x >= 0 && place.y >= 0 && place.x < across.x &&
                place.y < across.y && slice + i < sweep->slices) {
                const int3 texel = texel_along(sweep, place, slice + i);
                const int *dims = frame->light_volume.dims;
                const float of_surroundings =
                    has_seen ? (float)seen[voxel_index(dims, texel.x, texel.y, texel.z)] / 255.0f : 1.0f;
                store_texel(target, dims, texel.x, texel.y, texel.z,
                            (float4)(mix(near_row, far_row, part.y), of_surroundings, 0.0f, 1.0f));
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
