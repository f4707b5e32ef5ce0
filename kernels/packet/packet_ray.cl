// The rays of 4 x 4 pixels and their lattices of samples; ray.cl in lanes (thesis 3.6.2, 3.6.3).
// Provides: Rays, make_rays, sample_positions, largest_lane.
// Requires: clip_plane.cl, packet_hole_*.cl, packet_types.cl, packet_gather.cl, packet_scene.cl.

typedef struct Rays {
    Vector16 origin;    // eye, voxel space; of parallel rays the pixels' own
    Vector16 start;     // the same, LATTICE_OFFSET added
    Vector16 direction; // voxel space, per unit of t (aligned length)
    Vector16 view;      // unit vectors from any sample to the eye, aligned space
    float16 t_first;
    int16 sample_count; // 0 when a ray misses the box or its pixel lies outside the image
    int longest;        // largest sample_count
    float16 entry, exit; // indices on the lattice where the rays enter and leave the box, fractions of steps included
    int16 face;         // see ray.cl
    Holes holes;        // what is cut out on their way
} Rays;

// Positions in voxel space of sample k of every lane, or of a place between two samples, rounded once to whole 256ths
// (LATTICE_OFFSET): they must not differ from program to program, and a compiler may fuse the parts of mad here and not
// there.
static Vector16 sample_positions(const FrameParams *frame, const Rays *rays, float16 k) {
    const float16 t = fma(k, (float16)(frame->sampling.step), rays->t_first);
    Vector16 position;
    position.x = fma(t, rays->direction.x, rays->start.x) - LATTICE_OFFSET;
    position.y = fma(t, rays->direction.y, rays->start.y) - LATTICE_OFFSET;
    position.z = fma(t, rays->direction.z, rays->start.z) - LATTICE_OFFSET;
    return position;
}

// Narrows [t_near, t_far] to where the rays are between two planes across one axis.
static void clip_to_slab(Rays *rays, int axis, float16 origin, float16 direction, float low, float high,
                         float16 *t_near, float16 *t_far) {
    const float16 safe = nonzero16(direction);
    const float16 to_low = (low - origin) / safe;
    const float16 to_high = (high - origin) / safe;
    const float16 enter = min(to_low, to_high);
    rays->face = select(rays->face, (int16)(axis), enter > *t_near);
    *t_near = max(*t_near, enter);
    *t_far = min(*t_far, max(to_low, to_high));
}

// Ends the rays where they leave the kept side of a clipping plane.
static void clip_to_plane(const FrameParams *frame, int plane, Rays *rays, float16 *t_near, float16 *t_far) {
    const float4 numbers = clip_plane(frame, plane);
    const Vector16 normal = {(float16)(numbers.x), (float16)(numbers.y), (float16)(numbers.z)};
    const float16 height = dot16(normal, rays->origin) + numbers.w;
    const float16 slope = nonzero16(dot16(normal, rays->direction));
    const float16 t = -height / slope;
    const int16 enters = (slope >= 0.0f) & (t > *t_near);
    rays->face = select(rays->face, (int16)(3 + plane), enters);
    *t_near = select(*t_near, t, enters);
    *t_far = select(*t_far, min(*t_far, t), slope < 0.0f);
}

static int largest_lane(int16 v) {
    const int8 a = max(v.lo, v.hi);
    const int4 b = max(a.lo, a.hi);
    const int2 c = max(b.lo, b.hi);
    return max(c.x, c.y);
}

// left, top  pixel of lane 0 in the part of the picture that is drawn; lane i lies at (left + i % 4, top + i / 4)
static Rays make_rays(const FrameParams *frame, SCENE_PARAMS, int left, int top) {
    const int16 column = left + (int16)(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
    const int16 row = top + (int16)(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    const int16 x = column + frame->view.pixel_origin[0], y = row + frame->view.pixel_origin[1];
    Vector16 toward = along(along(splat(frame->view.ray_corner), convert_float16(y), splat(frame->view.ray_dy)),
                            convert_float16(x), splat(frame->view.ray_dx));
    const float16 squared = fused(toward.z, toward.z, fused(toward.y, toward.y, toward.x * toward.x));
    const float16 inverse_length = 1.0f / sqrt(squared);
    toward.x *= inverse_length;
    toward.y *= inverse_length;
    toward.z *= inverse_length;

    Rays rays;
    rays.origin = along(along(splat(frame->view.eye), convert_float16(y), splat(frame->view.eye_dy)),
                        convert_float16(x), splat(frame->view.eye_dx));
    rays.origin.x *= frame->volume.voxel_from_aligned[0];
    rays.origin.y *= frame->volume.voxel_from_aligned[1];
    rays.origin.z *= frame->volume.voxel_from_aligned[2];
    rays.start.x = rays.origin.x + LATTICE_OFFSET;
    rays.start.y = rays.origin.y + LATTICE_OFFSET;
    rays.start.z = rays.origin.z + LATTICE_OFFSET;
    rays.direction.x = toward.x * frame->volume.voxel_from_aligned[0];
    rays.direction.y = toward.y * frame->volume.voxel_from_aligned[1];
    rays.direction.z = toward.z * frame->volume.voxel_from_aligned[2];
    rays.view.x = -toward.x;
    rays.view.y = -toward.y;
    rays.view.z = -toward.z;

    float16 t_near = (float16)(0.0f);
    float16 t_far = (float16)(1e30f);
    rays.face = (int16)(-1);
    const float *low = frame->volume.box_min, *high = frame->volume.box_max;
    clip_to_slab(&rays, 0, rays.origin.x, rays.direction.x, low[0], high[0], &t_near, &t_far);
    clip_to_slab(&rays, 1, rays.origin.y, rays.direction.y, low[1], high[1], &t_near, &t_far);
    clip_to_slab(&rays, 2, rays.origin.z, rays.direction.z, low[2], high[2], &t_near, &t_far);
    for (int plane = 0; plane < frame->volume.plane_count; ++plane) {
        clip_to_plane(frame, plane, &rays, &t_near, &t_far);
    }
    const int16 tile_row = (y & frame->sampling.offset_mask) * (frame->sampling.offset_mask + 1);
    const float16 offset =
        as_float16(gather_uint((__global const uint *)offsets, tile_row + (x & frame->sampling.offset_mask)));
    rays.t_first = fused(offset, frame->sampling.step, t_near);
    const int16 inside = (t_far > t_near) & (column < frame->view.size[0]) & (row < frame->view.size[1]);
    rays.entry = -offset;
    rays.exit = (t_far - rays.t_first) / frame->sampling.step;
    const float16 steps = select((float16)(0.0f), rays.exit, inside);
    rays.sample_count = max(convert_int16(ceil(steps)), (int16)(0)) & inside;
    rays.longest = largest_lane(rays.sample_count);
    rays.holes = find_holes(frame, &rays.origin, &rays.direction, rays.t_first, t_near, t_far);
    return rays;
}
