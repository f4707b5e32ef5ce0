// A ray to or from the light, from a place in the volume.
// Provides: light_ray.   Requires: shared_types.h, clip_plane.cl, hole_*.cl, ray.cl, vectors.cl.

// A ray without its lattice of samples: direction and, from `voxel` on, the part inside of the box and on the kept sides
// of the clipping planes.
// toward         unit vector, aligned space
// t_near, t_far  aligned lengths, t_near >= 0; nothing is inside if t_far <= t_near
// The box is a little larger here: rays along its faces are inside, whatever rounding makes of them.
static Ray light_ray(const FrameParams *frame, SCENE_PARAMS, float3 voxel, float3 toward, float *t_near, float *t_far) {
    const float rim = 1e-4f;
    Ray ray;
    set_origin(&ray, voxel);
    ray.first = 0.0f;
    ray.direction = toward * vector3(frame->volume.voxel_from_aligned);
    ray.view = -toward;
    ray.face = -1;
    ray.hole = no_hole(); // until the lattice is known
    const float3 safe = nonzero3(ray.direction);
    const float3 to_min = (vector3(frame->volume.box_min) - rim - voxel) / safe;
    const float3 to_max = (vector3(frame->volume.box_max) + rim - voxel) / safe;
    const float3 enter = fmin(to_min, to_max), leave = fmax(to_min, to_max);
    *t_near = fmax(fmax(enter.x, enter.y), fmax(enter.z, 0.0f));
    *t_far = fmin(leave.x, fmin(leave.y, leave.z));
    for (int plane = 0; plane < frame->volume.plane_count; ++plane) {
        clip_to_plane(frame, plane, voxel, &ray, t_near, t_far);
    }
    return ray;
}
