// Makes the shadows of the light volume slice by slice: each ray of light is marched once, through the whole volume
// (deep shadow image, thesis 3.6.6).
// Provides: kernel propagate_light.
// Requires: vectors.cl, hole_*.cl, light_ray.cl, store_*.cl, load_table.cl, ray.cl, place_*.cl, sweep_*.cl; constants
// SWEEP_WIDTH, SWEEP_HEIGHT, SWEEP_SLICES, SWEEP_LOOK.

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
    ray.hole = find_hole(frame, voxel, ray.direction, ray.t_first, t_near, t_far);
    return ray;
}

// A work-group follows a bundle of rays, a texel apart. Between the rays lie texels, in every slice at the same place
// between them: they get what the four rays around them have left.
// power        steps of the transfer table in one step here
// has_seen     not 0: what is seen of the surroundings is known, a byte a texel in `seen`
// skips        not 0: the octree is that of what can be seen
// states       see sweep_waves.cl
// local size:  SWEEP_WIDTH x SWEEP_HEIGHT, of which all but the last column and row write texels
__attribute__((reqd_work_group_size(SWEEP_WIDTH, SWEEP_HEIGHT, 1)))
__kernel void propagate_light(const FrameParams frame_value, SCENE_PARAMS, TEXEL_TARGET target,
                              const LightSweep sweep_value, const float power, const int has_seen,
                              __global const uchar *seen, const int skips, __global uint *states,
                              __global const float2 *opacity_source, __global const uint2 *color_source) {
    const FrameParams *frame = &frame_value;
    const LightSweep *sweep = &sweep_value;
    __local float left[SWEEP_LOOK][SWEEP_HEIGHT][SWEEP_WIDTH];
    __local int waiting;
    load_table(opacity_source, color_source, (int)frame->table.last + 2, opacities, table_colors);

    const int2 lane = (int2)((int)get_local_id(0), (int)get_local_id(1));
    const int2 size = (int2)(SWEEP_WIDTH - 1, SWEEP_HEIGHT - 1);
    const int2 corner = (int2)(sweep->first[0], sweep->first[1]) +
                        (int2)((int)get_group_id(0), (int)get_group_id(1)) * size;
    const int2 across = (int2)(sweep->across[0], sweep->across[1]);
    const float2 shift = (float2)(sweep->shift[0], sweep->shift[1]);
    const Ray ray = ray_through(frame, SCENE, texel_along(sweep, corner + lane, 0));
    const int2 next = min(lane + (int2)(1), size);
    Sweep state = begin_sweep(states);
    Cursor cursor = no_cursor();

    for (; state.slice < sweep->slices; go_on(&state)) {
        const int slice = state.slice;
        const int2 front = convert_int2_rtp((float)slice * shift);
        const int2 back = convert_int2_rtp((float)(slice + SWEEP_SLICES) * shift);
        const int2 low = corner + min(front, back), high = corner + max(front, back) + size;
        if (high.x < 0 || high.y < 0 || low.x > across.x || low.y > across.y) {
            continue; // all of the bundle passes by
        }
        if (ray.entry < ray.exit) {
            march_slices(frame, SCENE, &ray, sweep->steps, skips, &state, &cursor);
        }
        if (sweep_waits(&state, states, &waiting)) {
            return;
        }
#pragma unroll
        for (int done = 0; done < SWEEP_SLICES; done += SWEEP_LOOK) {
#pragma unroll
            for (int i = 0; i < SWEEP_LOOK; ++i) {
                left[i][lane.y][lane.x] = native_exp2(power * native_log2(fmax(state.through, 1e-30f)));
                state.through *= state.shares[done + i];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
            for (int i = 0; i < SWEEP_LOOK; ++i) {
                const float2 moved = (float)(slice + done + i) * shift;
                const int2 whole = convert_int2_rtp(moved);
                const float2 part = convert_float2(whole) - moved;
                const float near_row = mix(left[i][lane.y][lane.x], left[i][lane.y][next.x], part.x);
                const float far_row = mix(left[i][next.y][lane.x], left[i][next.y][next.x], part.x);
                const int2 place = corner + lane + whole;
                if (lane.x < size.x && lane.y < size.y && place.x >= 0 && place.y >= 0 && place.x < across.x &&
                    place.y < across.y && slice + done + i < sweep->slices) {
                    const int3 texel = texel_along(sweep, place, slice + done + i);
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
    end_sweep(states);
}
