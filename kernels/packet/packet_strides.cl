// Strides of 16 rays; strides.cl in lanes. Every lane has an index of its own.
// Provides: longest_stride, leaves_at, leaf_codes, skip_leaves, wanted_strides, strides_between,
//           integrate_strides.
// Requires: packet_hole_*.cl, strides.h, packet_leaf_ray.cl, packet_distance_*.cl, packet_interpolate_*.cl,
// packet_integrate.cl.

// The largest power of two that is not above x, which is at least 1.
static float16 power_below(float16 x) { return as_float16(as_int16(x) & 0x7f800000); }

// Steps that are no longer than a leaf: longer strides could leave out whole leaves.
static float longest_stride(const FrameParams *frame, OCTREE_LAYOUT *octree) {
    const float edge = (float)(1 << octree->leaf_log2) / frame->sampling.step;
    return as_float(as_int(clamp(edge, 1.0f, (float)LONGEST_STRIDE)) & 0x7f800000);
}

// The strides that leaves with these codes allow. The less light gets through, the longer they may be: twice as long for
// a quarter of it.
static float16 strides_of_codes(int16 code, float16 transmittance, float longest) {
    const int16 halvings = max(126 - (as_int16(transmittance) >> 23), (int16)(0));
    const int16 exponent = clamp((code - STRIDE_ONE + halvings) >> 1, (int16)(0), (int16)(7));
    return fmin(as_float16((127 + exponent) << 23), longest);
}

// Leaves around sample k of every lane; any leaf for lanes without that sample.
static Leaves16 leaves_at(const FrameParams *frame, const Rays *rays, const LeafRays *leaf_rays, float16 k) {
    const Vector16 position = sample_positions(frame, rays, k);
    const int shift = leaf_rays->edge_log2;
    Leaves16 leaf;
    leaf.x = clamp(convert_int16(position.x) >> shift, (int16)(0), (int16)(leaf_rays->last_leaf[0]));
    leaf.y = clamp(convert_int16(position.y) >> shift, (int16)(0), (int16)(leaf_rays->last_leaf[1]));
    leaf.z = clamp(convert_int16(position.z) >> shift, (int16)(0), (int16)(leaf_rays->last_leaf[2]));
    return leaf;
}

// First samples after k that may lie outside of cubes of leaves around them, whose corner ahead is `last`.
static float16 skip_leaves(const LeafRays *leaf_rays, Leaves16 last, float16 k) {
    const float16 x = fused(convert_float16(last.x), leaf_rays->scale.x, leaf_rays->bias.x);
    const float16 y = fused(convert_float16(last.y), leaf_rays->scale.y, leaf_rays->bias.y);
    const float16 z = fused(convert_float16(last.z), leaf_rays->scale.z, leaf_rays->bias.z);
    return fmax(ceil(fmin(fmin(x, fmin(y, z)), leaf_rays->behind_all)), k + 1.0f);
}

// Steps that a sample of each lane stands for, if the leaf behind the strides that are `wanted` has
// this code.
static float16 strides_between(int16 behind, float16 wanted, float16 transmittance, float longest) {
    const float16 allowed = fmin(wanted, strides_of_codes(behind, transmittance, longest));
    return select(allowed, wanted, behind < STRIDE_LEAST);
}

// The strides that the leaves with these codes allow, as far as the rays go on behind k, and up to where holes begin or
// end.
static float16 wanted_strides(const Rays *rays, float16 k, int16 code, float16 transmittance, float longest) {
    const float16 room = fmin(convert_float16(rays->sample_count) - k, rooms_at_holes(&rays->holes, k));
    const float16 rest = fmax(room, 1.0f);
    return fmin(strides_of_codes(code, transmittance, longest), power_below(rest));
}

// What the map says of leaves around sample k of every lane; as of an empty one behind the end of the ray.
static int16 leaf_codes(SCENE_PARAMS, const Rays *rays, const LeafRays *leaf_rays, float16 k, Leaves16 leaf) {
    return distances_of_leaves(SCENE, rays, leaf_rays, leaf) & (k < convert_float16(rays->sample_count));
}

// Takes the samples of the lanes in `marching` that stand for `stride` steps from step k on.
static void integrate_strides(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, float16 k, float16 stride,
                              int16 marching, Front *front, Counts *counts) {
    const float16 middle = fma((float16)(0.5f), stride - 1.0f, k);
    const Cell16 cell = find_cell(frame, sample_positions(frame, rays, middle));
    Sample sample = classify(frame, SCENE, rays, middle, cell, &front->kept);
    sample.opacity = seen_opacities(&rays->holes, middle, begins_of_steps(rays, middle),
                                    begins_of_steps(rays, middle + 1.0f), sample.opacity);
    const int16 visible = marching & (sample.opacity > 0.0f);
    count_samples(counts, marching, visible);
    if (!any(visible)) {
        return;
    }
    for (int steps = 1; steps < LONGEST_STRIDE; steps *= 2) { // twice the steps: 1 - (1 - a)^2 = 2 a - a^2
        const float16 twice = fma(-sample.opacity, sample.opacity, sample.opacity + sample.opacity);
        sample.opacity = select(sample.opacity, twice, stride > (float)steps);
    }
    const Labels16 label = labels_of_cells(frame, SCENE, cell, visible);
    composite(frame, SCENE, rays, middle, cell, &sample, label, visible, front);
}
