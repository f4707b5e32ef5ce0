// The ray of a pixel and its lattice of samples (thesis 3.6.2, 3.6.3).
// Provides: Ray, RUN_PLACED, RUN_REACHES, RUN_SPLIT, RUN_WAITS, make_ray, set_origin, place_on_ray, lattice_position,
// clip_to_plane, face_normal.
// Requires: shared_types.h, clip_plane.cl, hole_*.cl, vectors.cl, sight_line.cl, sample_*.cl.

// Samples belong to the ray: sample k lies at t = t_first + k * step for k in [0, sample_count), whatever traversal
// asks for it. They sit in the middles of the steps the box is cut into, so that the sum is a midpoint rule; jitter
// moves the lattice of a pixel by up to half a step. k is a whole number held in a float, exact up to 2^24: converting
// an integer every step would cost a slow instruction.
typedef struct Ray {
    float3 origin;    // eye, sampling space; of parallel rays the pixel's own
    float3 start;     // eye, voxel space, LATTICE_OFFSET added
    float3 shift;     // from lattice positions to sampling space, where the voxels lie (place_bricks.cl alone)
    float3 direction; // voxel space, per unit of t (aligned length)
    float3 view;      // unit vector from any sample to the eye, aligned space
    float t_first;
    float first;        // sample that a traversal begins with
    float sample_count; // a whole number; 0 when the ray misses the box
    float entry, exit;  // indices on the lattice where the ray enters and leaves the box, fractions of steps included
    int face;           // where the ray enters: 0 .. 2 a face of the box across that axis, 3 + i plane i, -1 neither
    Hole hole;          // what is cut out on its way
} Ray;

// Where the voxels around a run of samples lie: at one place, with their normals or without (those outside of its
// brick), at several, or not on the device (place_*.cl).
enum { RUN_PLACED, RUN_REACHES, RUN_SPLIT, RUN_WAITS };

// Place k of the ray's own lattice in sampling space, not rounded.
static float3 place_on_ray(const FrameParams *frame, const Ray *ray, float k) {
    const float t = fma(k, frame->sampling.step, ray->t_first);
    return fma((float3)(t), ray->direction, ray->origin);
}

// Position of sample k in voxel space, LATTICE_OFFSET added: in whole 256ths of a voxel.
static float3 lattice_position(const FrameParams *frame, const Ray *ray, float k) {
    const float t = fma(k, frame->sampling.step, ray->t_first);
    return fma((float3)(t), ray->direction, ray->start);
}

// eye  voxel space
static void set_origin(Ray *ray, float3 eye) {
    ray->origin = sampling_from_voxel(eye);
    ray->start = eye + LATTICE_OFFSET;
    ray->shift = (float3)(0.0f);
}

// Ends the ray where it leaves the kept side of a clipping plane.
static void clip_to_plane(const FrameParams *frame, int plane, float3 eye, Ray *ray, float *t_near, float *t_far) {
    const float4 numbers = clip_plane(frame, plane);
    const float height = dot(numbers.xyz, eye) + numbers.w;
    const float slope = nonzero(dot(numbers.xyz, ray->direction));
    const float t = -height / slope;
    if (slope < 0.0f) {
        *t_far = fmin(*t_far, t);
    } else if (t > *t_near) {
        *t_near = t;
        ray->face = 3 + plane;
    }
}

// Unit normal of a face, aligned space; either side.
// face  as Ray::face, not -1
static float3 face_normal(const FrameParams *frame, int face) {
    if (face >= 3) {
        return clip_plane(frame, face - 3).xyz * vector3(frame->volume.voxel_from_aligned);
    }
    return (float3)(face == 0 ? 1.0f : 0.0f, face == 1 ? 1.0f : 0.0f, face == 2 ? 1.0f : 0.0f);
}

// column, row  pixel of the part of the picture that is drawn, (0, 0) at the top left; the ray goes through its centre
static Ray make_ray(const FrameParams *frame, SCENE_PARAMS, int column, int row) {
    const int x = column + frame->view.pixel_origin[0], y = row + frame->view.pixel_origin[1];
    const float3 scale = vector3(frame->volume.voxel_from_aligned);
    const SightLine line = line_of_pixel(frame, x, y);
    const float3 toward = unit_vector(line.through);
    const float3 eye = line.eye * scale;
    Ray ray;
    set_origin(&ray, eye);
    ray.first = 0.0f;
    ray.direction = toward * scale;
    ray.view = -toward;

    // Where the ray is inside all three pairs of planes (thesis 3.6.3).
    const float3 safe = nonzero3(ray.direction);
    const float3 to_min = (vector3(frame->volume.box_min) - eye) / safe;
    const float3 to_max = (vector3(frame->volume.box_max) - eye) / safe;
    const float3 enter = fmin(to_min, to_max);
    const float3 leave = fmax(to_min, to_max);
    float t_near = fmax(fmax(enter.x, enter.y), fmax(enter.z, 0.0f));
    float t_far = fmin(leave.x, fmin(leave.y, leave.z));
    ray.face = t_near <= 0.0f ? -1 : t_near == enter.x ? 0 : t_near == enter.y ? 1 : 2;
    for (int plane = 0; plane < frame->volume.plane_count; ++plane) {
        clip_to_plane(frame, plane, eye, &ray, &t_near, &t_far);
    }
    const int offset_mask = frame->sampling.offset_mask;
    const float offset = offsets[(y & offset_mask) * (offset_mask + 1) + (x & offset_mask)];
    ray.t_first = fma(offset, frame->sampling.step, t_near);
    ray.entry = -offset;
    ray.exit = (t_far - ray.t_first) / frame->sampling.step;
    ray.sample_count = t_far > t_near ? fmax(ceil(ray.exit), 0.0f) : 0.0f;
    ray.hole = find_hole(frame, eye, ray.direction, ray.t_first, t_near, t_far);
    return ray;
}
