// Strides: how many steps of its lattice a ray's next sample stands for (docs/kernels.md).
// Provides: longest_stride, leaf_code, next_stride, stride_opacity, integrate_stride.
// Requires: strides.h, leaf_ray.cl, distance_*.cl, hole_*.cl, integrate.cl.

// The largest power of two that is not above x, which is at least 1.
static float power_below(float x) { return as_float(as_int(x) & 0x7f800000); }

// Steps that are no longer than a leaf: longer strides could leave out whole leaves.
static float longest_stride(const FrameParams *frame, OCTREE_LAYOUT *octree) {
    const float edge = (float)(1 << octree->leaf_log2) / frame->sampling.step;
    return power_below(clamp(edge, 1.0f, (float)LONGEST_STRIDE));
}

// The stride that a leaf with this code allows. The less light gets through, the longer it may be: twice as long for a
// quarter of it.
static float stride_of_code(int code, float transmittance, float longest) {
    const int halvings = max(126 - (as_int(transmittance) >> 23), 0);
    const int exponent = clamp((code - STRIDE_ONE + halvings) >> 1, 0, 7);
    return fmin(as_float((127 + exponent) << 23), longest);
}

// What the map says of the leaf around sample k; as of an empty one behind the end of the ray.
static int leaf_code(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, const LeafRay *leaf_ray, float k) {
    return k < ray->sample_count ? distance_of_leaf(SCENE, leaf_ray, leaf_of_sample(frame, ray, leaf_ray, k)) : 0;
}

// Steps that the next sample stands for, k the first of them.
// code  of the leaf around k, not an empty one; becomes that of the first step behind the stride that the leaf allows.
//       Where that is shorter than the stride of k's leaf, it holds up to there.
static float next_stride(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, const LeafRay *leaf_ray, float k,
                         float transmittance, float longest, int *code) {
    const float room = fmin(ray->sample_count - k, fmax(room_at_hole(ray->hole, k), 1.0f));
    const float wanted = fmin(stride_of_code(*code, transmittance, longest), power_below(room));
    *code = leaf_code(frame, SCENE, ray, leaf_ray, k + wanted);
    return *code < STRIDE_LEAST ? wanted : fmin(wanted, stride_of_code(*code, transmittance, longest));
}

// Opacity of `stride` steps that have this opacity each.
static float stride_opacity(float opacity, float stride) {
#pragma unroll
    for (int steps = 1; steps < LONGEST_STRIDE; steps *= 2) { // of twice as many: 1 - (1 - a)^2 = 2 a - a^2
        const float twice = fma(-opacity, opacity, opacity + opacity);
        opacity = stride > (float)steps ? twice : opacity;
    }
    return opacity;
}

// Takes the sample that stands for `stride` steps from step k on. Returns true once the ray is opaque.
static int integrate_stride(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float stride,
                            Front *front, Counts *counts) {
    const float middle = fma(0.5f, stride - 1.0f, k);
    Ray copy;
    enter_run(frame, SCENE, ray, middle, middle, &front->cursor);
    const Ray *placed = placed_ray(ray, &front->cursor, &copy);
    const float3 position = sample_position(frame, placed, middle);
    Sample sample = classify(frame, SCENE, placed, middle, position);
    sample.opacity = seen_opacity(ray->hole, middle, step_of_sample(ray, middle), sample.opacity);
    count_sample(counts);
    if (!(sample.opacity > 0.0f)) {
        return 0;
    }
    sample.opacity = stride_opacity(sample.opacity, stride);
    return composite(frame, SCENE, placed, middle, position, sample,
                     shading_normal(frame, SCENE, placed, position), front, counts);
}
