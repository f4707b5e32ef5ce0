// The ray of a pixel and its lattice of samples (thesis 3.6.2, 3.6.3).
// Provides: Ray, make_ray, sample_position.   Requires: shared_types.h, vectors.cl, sample_*.cl.

// Samples belong to the ray: sample k lies at t = t_first + k * step for k in [0, sample_count), whatever traversal
// asks for it. They sit in the middles of the steps the box is cut into, so that the sum is a midpoint rule. k is a
// whole number held in a float, exact up to 2^24: converting an integer every step would cost a slow instruction.
typedef struct Ray {
    float3 origin;    // eye, sampling space
    float3 direction; // voxel space, per unit of t (aligned length)
    float3 view;      // unit vector from any sample to the eye, aligned space
    float t_first;
    float sample_count; // a whole number; 0 when the ray misses the box
} Ray;

// Position of sample k in sampling space.
static float3 sample_position(const FrameParams *frame, const Ray *ray, float k) {
    const float t = fma(k, frame->step, ray->t_first);
    return fma((float3)(t), ray->direction, ray->origin);
}

// x, y  pixel, (0, 0) at the top left; the ray goes through the pixel's centre
static Ray make_ray(const FrameParams *frame, int x, int y) {
    const float3 scale = vector3(frame->voxel_from_aligned);
    const float3 toward = normalize(vector3(frame->ray_corner) + (float)x * vector3(frame->ray_dx) +
                                    (float)y * vector3(frame->ray_dy));
    Ray ray;
    const float3 eye = vector3(frame->eye) * scale;
    ray.origin = sampling_from_voxel(eye);
    ray.direction = toward * scale;
    ray.view = -toward;

    // Where the ray is inside all three pairs of planes (thesis 3.6.3). A component that is zero is replaced by a tiny
    // one, because the fast-math rules of the build know no infinity.
    const float3 safe = select(ray.direction, copysign((float3)(1e-9f), ray.direction),
                               isless(fabs(ray.direction), (float3)(1e-9f)));
    const float3 to_min = (vector3(frame->box_min) - eye) / safe;
    const float3 to_max = (vector3(frame->box_max) - eye) / safe;
    const float3 enter = fmin(to_min, to_max);
    const float3 leave = fmax(to_min, to_max);
    const float t_near = fmax(fmax(enter.x, enter.y), fmax(enter.z, 0.0f));
    const float t_far = fmin(leave.x, fmin(leave.y, leave.z));
    ray.t_first = fma(0.5f, frame->step, t_near);
    ray.sample_count = t_far > t_near ? fmax(ceil((t_far - ray.t_first) / frame->step), 0.0f) : 0.0f;
    return ray;
}
