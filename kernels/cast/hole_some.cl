// What inverted clipping cuts out of the volume, along a ray: it is convex, so that a ray is in it once. Samples there
// are not seen; those beside it stand for what the step around them has outside, so that what is cut looks smooth.
// Provides: Hole, no_hole, find_hole, hole_behind, in_hole, crosses_hole, seen_opacity, rest_in_hole,
// samples_in_hole, room_at_hole, behind_hole.
// Requires: shared_types.h, clip_plane.cl, vectors.cl.

typedef struct Hole {
    float entry, exit;          // indices on the ray's lattice of samples, fractions of steps included
    int entry_face, exit_face; // as Ray::face
} Hole;

// That of a ray that passes by.
static Hole no_hole(void) {
    Hole hole;
    hole.entry = 1e30f;
    hole.exit = -1e30f;
    hole.entry_face = hole.exit_face = -1;
    return hole;
}

// origin, direction  of the ray, voxel space
// t_first            of its sample 0
// t_near, t_far      where it is in the volume
static Hole find_hole(const FrameParams *frame, float3 origin, float3 direction, float t_first, float t_near,
                      float t_far) {
    const float3 safe = nonzero3(direction);
    const float3 to_min = (vector3(frame->volume.hole_min) - origin) / safe;
    const float3 to_max = (vector3(frame->volume.hole_max) - origin) / safe;
    const float3 enter = fmin(to_min, to_max), leave = fmax(to_min, to_max);
    float near = fmax(enter.x, fmax(enter.y, enter.z)), far = fmin(leave.x, fmin(leave.y, leave.z));
    Hole hole;
    hole.entry_face = near == enter.x ? 0 : near == enter.y ? 1 : 2;
    hole.exit_face = far == leave.x ? 0 : far == leave.y ? 1 : 2;
    for (int plane = 0; plane < frame->volume.hole_planes; ++plane) {
        const float4 numbers = clip_plane(frame, plane);
        const float slope = nonzero(dot(numbers.xyz, direction));
        const float t = -(dot(numbers.xyz, origin) + numbers.w) / slope;
        if (slope < 0.0f && t < far) {
            far = t;
            hole.exit_face = 3 + plane;
        } else if (slope >= 0.0f && t > near) {
            near = t;
            hole.entry_face = 3 + plane;
        }
    }
    hole.entry = (near - t_first) / frame->sampling.step;
    hole.exit = (far - t_first) / frame->sampling.step;
    return far <= near || far <= t_near || near >= t_far ? no_hole() : hole;
}

// The same on a lattice that begins anew, `steps` behind the first sample.
static Hole hole_behind(Hole hole, float steps) {
    hole.entry -= steps;
    hole.exit -= steps;
    return hole;
}

// Does place k of the lattice lie in it?
static int in_hole(Hole hole, float k) { return k >= hole.entry && k < hole.exit; }

// ends   where the ray enters it and leaves it
// faces  those of the hole there
static int crosses_hole(Hole hole, float2 *ends, int2 *faces) {
    *ends = (float2)(hole.entry, hole.exit);
    *faces = (int2)(hole.entry_face, hole.exit_face);
    return hole.entry < hole.exit;
}

// Opacity of what is seen of the step of sample k. What is left of a step whose sample lies in the hole goes to the
// sample beside it.
// step     of the sample: where it begins and ends
// opacity  of the whole step
static float seen_opacity(Hole hole, float k, float2 step, float opacity) {
    if (in_hole(hole, k)) {
        return 0.0f;
    }
    const int behind = hole.exit > k - 1.0f && hole.exit <= k, before = hole.entry >= k && hole.entry < k + 1.0f;
    if (!(behind || before) || opacity <= 0.0f) {
        return opacity;
    }
    const float seen = (before ? hole.entry : step.y) - (behind ? hole.exit : step.x);
    return 1.0f - exp2(seen / (step.y - step.x) * log2(fmax(1.0f - opacity, 1e-30f)));
}

// Does what is left of a ray before a surface lie in it, or belong to the sample before?
// whole  steps of the ray before that;  k  in the middle of what is left
static int rest_in_hole(Hole hole, float whole, float k) {
    return in_hole(hole, k) || (hole.entry >= whole - 1.0f && hole.entry < whole && k < hole.exit);
}

// How many of the samples k .. end - 1 lie in it.
static float samples_in_hole(Hole hole, float k, float end) {
    return fmax(fmin(end, ceil(hole.exit)) - fmax(k, ceil(hole.entry)), 0.0f);
}

// Steps from sample k to where the hole begins or ends; 0 right behind its end.
static float room_at_hole(Hole hole, float k) {
    return k < hole.entry ? hole.entry - k : k < hole.exit ? hole.exit - k : k < hole.exit + 1.0f ? 0.0f : 1e30f;
}

// Does sample k lie within one voxel length behind the face where the ray leaves the hole? A question, and no depth that
// is large elsewhere: where nothing is cut out, compilers leave out what hangs on it (a tenth of a lit frame's time).
// step   voxel lengths
// depth  behind the face, as if the first sample behind it were in the middle of the first step there: all rays see the
//        same of the face;  face  on which it leaves
static int behind_hole(Hole hole, float k, float step, float *depth, int *face) {
    *face = hole.exit_face;
    *depth = (floor(k - hole.exit) + 0.5f) * step;
    return k >= hole.exit && *depth < 1.0f;
}
