// What inverted clipping cuts out of the volume, along 16 rays; hole_some.cl in lanes.
// Provides: Holes, find_holes, holes_behind, in_holes, seen_opacities, rests_in_holes, samples_in_holes,
// rooms_at_holes, behind_holes.
// Requires: clip_plane.cl, packet_types.cl, packet_math.cl.

typedef struct Holes {
    float16 entry, exit; // indices on the lattices of samples, fractions of steps included
    int16 exit_face;     // where the rays leave them, as Rays::face
} Holes;

// Narrows [near, far] to where the rays are between two planes across one axis.
static void narrow_to_slab(int axis, float16 origin, float16 direction, float low, float high, float16 *near,
                           float16 *far, int16 *exit_face) {
    const float16 safe = nonzero16(direction);
    const float16 to_low = (low - origin) / safe, to_high = (high - origin) / safe;
    const float16 leave = max(to_low, to_high);
    *exit_face = select(*exit_face, (int16)(axis), leave < *far);
    *near = max(*near, min(to_low, to_high));
    *far = min(*far, leave);
}

// Parameters as in hole_some.cl.
static Holes find_holes(const FrameParams *frame, const Vector16 *origin, const Vector16 *direction, float16 t_first,
                        float16 t_near, float16 t_far) {
    float16 near = (float16)(-1e30f), far = (float16)(1e30f);
    Holes holes;
    holes.exit_face = (int16)(-1);
    const float *low = frame->volume.hole_min, *high = frame->volume.hole_max;
    narrow_to_slab(0, origin->x, direction->x, low[0], high[0], &near, &far, &holes.exit_face);
    narrow_to_slab(1, origin->y, direction->y, low[1], high[1], &near, &far, &holes.exit_face);
    narrow_to_slab(2, origin->z, direction->z, low[2], high[2], &near, &far, &holes.exit_face);
    for (int plane = 0; plane < frame->volume.hole_planes; ++plane) {
        const float4 numbers = clip_plane(frame, plane);
        const Vector16 normal = {(float16)(numbers.x), (float16)(numbers.y), (float16)(numbers.z)};
        const float16 slope = nonzero16(dot16(normal, *direction));
        const float16 t = -(dot16(normal, *origin) + numbers.w) / slope;
        const int16 leaves = (slope < 0.0f) & (t < far);
        holes.exit_face = select(holes.exit_face, (int16)(3 + plane), leaves);
        far = select(far, t, leaves);
        near = select(near, max(near, t), slope >= 0.0f);
    }
    const int16 passes = (far <= near) | (far <= t_near) | (near >= t_far);
    holes.entry = select((near - t_first) / frame->sampling.step, (float16)(1e30f), passes);
    holes.exit = select((far - t_first) / frame->sampling.step, (float16)(-1e30f), passes);
    return holes;
}

static Holes holes_behind(Holes holes, float16 steps) {
    holes.entry -= steps;
    holes.exit -= steps;
    return holes;
}

static int16 in_holes(const Holes *holes, float16 k) { return (k >= holes->entry) & (k < holes->exit); }

// Opacities of what is seen of the steps of samples k.
// begin, end  of the steps
static float16 seen_opacities(const Holes *holes, float16 k, float16 begin, float16 end, float16 opacity) {
    const int16 hidden = in_holes(holes, k);
    const int16 behind = (holes->exit > k - 1.0f) & (holes->exit <= k);
    const int16 before = (holes->entry >= k) & (holes->entry < k + 1.0f);
    const int16 corrected = (behind | before) & ~hidden & (opacity > 0.0f);
    opacity = select(opacity, (float16)(0.0f), hidden);
    if (!any(corrected)) {
        return opacity;
    }
    const float16 seen = select(end, holes->entry, before) - select(begin, holes->exit, behind);
    const float16 rest = exp2_16(max(seen / (end - begin) * log2_16(max(1.0f - opacity, 1e-30f)), -100.0f));
    return select(opacity, 1.0f - rest, corrected);
}

// Masks of the lanes whose rests of rays before surfaces lie in them, or belong to the samples before.
static int16 rests_in_holes(const Holes *holes, float16 whole, float16 k) {
    return in_holes(holes, k) | ((holes->entry >= whole - 1.0f) & (holes->entry < whole) & (k < holes->exit));
}

// How many of the samples k .. end - 1 lie in them.
static int16 samples_in_holes(const Holes *holes, int16 k, int16 end) {
    const float16 first = max(convert_float16(k), ceil(holes->entry));
    const float16 behind = min(convert_float16(end), ceil(holes->exit));
    return convert_int16(max(behind - first, 0.0f));
}

// Steps from samples k to where the holes begin or end; 0 right behind their ends.
static float16 rooms_at_holes(const Holes *holes, float16 k) {
    const float16 behind = select((float16)(1e30f), (float16)(0.0f), k < holes->exit + 1.0f);
    return select(select(behind, holes->exit - k, k < holes->exit), holes->entry - k, k < holes->entry);
}

// Do samples k lie within one voxel length behind the faces where the rays leave the holes? See behind_hole().
static int16 behind_holes(const Holes *holes, float16 k, float step, float16 *depth, int16 *face) {
    *face = holes->exit_face;
    *depth = (floor(k - holes->exit) + 0.5f) * step;
    return (k >= holes->exit) & (*depth < 1.0f);
}
