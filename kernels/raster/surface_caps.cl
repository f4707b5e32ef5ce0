// Fills the inside of isosurfaces where clipping opens them: places on the faces of what is kept whose value is not
// below an isovalue.
// Provides: kernel cap_surfaces.
// Requires: hole_*.cl, surface_light.cl, field_place_whole.cl, surface_field.cl, ray.cl, layer.cl, vectors.cl.
//
// What clipping keeps is convex: a ray enters it once and leaves it once. So is what inverted clipping cuts out.
// Of several isosurfaces around such a place the one of the largest isovalue shows, as nested things do when they are
// cut.

// The component of a vector along an axis.
static float along_axis(float3 vector, int axis) { return axis == 0 ? vector.x : axis == 1 ? vector.y : vector.z; }

// Whether clipping made a face, and not the border of the volume.
// face  as Ray::face;  upper  of the two across the axis the one of larger coordinates
static int is_cut(const FrameParams *frame, int face, int upper) {
    if (face < 0 || face >= 3) {
        return face >= 3;
    }
    const float3 last = (float3)(frame->volume.dims[0] - 1, frame->volume.dims[1] - 1, frame->volume.dims[2] - 1);
    return upper ? along_axis(vector3(frame->volume.box_max), face) < along_axis(last, face)
                 : along_axis(vector3(frame->volume.box_min), face) > 0.0f;
}

// Where the ray leaves, numbered as where it enters.
// eye  voxel space
static int leaving_face(const FrameParams *frame, const Ray *ray, float3 eye) {
    const float3 safe = select(ray->direction, copysign((float3)(1e-9f), ray->direction),
                               isless(fabs(ray->direction), (float3)(1e-9f)));
    const float3 to_min = (vector3(frame->volume.box_min) - eye) / safe;
    const float3 to_max = (vector3(frame->volume.box_max) - eye) / safe;
    const float3 leave = fmax(to_min, to_max);
    float t_far = fmin(leave.x, fmin(leave.y, leave.z));
    int face = t_far == leave.x ? 0 : t_far == leave.y ? 1 : 2;
    for (int plane = 0; plane < frame->volume.plane_count; ++plane) {
        const float4 numbers = clip_plane(frame, plane);
        const float slope = dot(numbers.xyz, ray->direction);
        const float t = -(dot(numbers.xyz, eye) + numbers.w) / fmin(slope, -1e-9f);
        if (slope < 0.0f && t < t_far) {
            t_far = t;
            face = 3 + plane;
        }
    }
    return face;
}

// The layer of the cap at place k of the ray; NO_LAYER in its first word where there is none.
// face    on which the place lies
// wanted  surfaces of these voxels, a bit each
static uint2 cap_at(const FrameParams *frame, SCENE_PARAMS, __global const scalar_t *voxels,
                    __constant SurfaceParams *surfaces, uint wanted, const Ray *ray, float k, int face) {
    const float3 voxel = place_on_ray(frame, ray, k) - sampling_from_voxel((float3)(0.0f));
    FieldCell cell;
    cell.low = cell.high = (int3)(-1);
    cell.last = (int3)(frame->volume.dims[0] - 1, frame->volume.dims[1] - 1, frame->volume.dims[2] - 1);
    cell.left = cell.right = (float4)(0.0f);
    const float value = field_at_voxel(frame, voxels, voxel, &cell);
    int found = -1;
    float largest = -FLT_MAX;
    for (int i = 0; wanted >> i; ++i) {
        const float isovalue = surfaces[i].isovalue;
        if ((wanted >> i & 1u) && value >= isovalue && isovalue > largest) {
            largest = isovalue;
            found = i;
        }
    }
    if (found < 0) {
        return (uint2)(NO_LAYER);
    }
    const float depth = fma(k, frame->sampling.step, ray->t_first);
    const uint2 layer = surface_layer(frame, SCENE, voxels, surfaces + found, depth, -ray->view, cell.last, (int3)(0),
                                      voxel, normalize(face_normal(frame, face)), 1.0f);
    return layer_rgba(layer).w > 0.0f ? layer : (uint2)(NO_LAYER);
}

// Puts the cap at place k of the ray among its layers, in front of those that lie behind.
// count  of layers; grows by one if there is a cap
// others as in cap_at()
static void put_cap(const FrameParams *frame, SCENE_PARAMS, __global const scalar_t *voxels,
                    __constant SurfaceParams *surfaces, uint wanted, const Ray *ray, float k, int face,
                    __global uint2 *layers, size_t pixels, size_t pixel, int *count) {
    const uint2 cap = cap_at(frame, SCENE, voxels, surfaces, wanted, ray, k, face);
    if (cap.x == NO_LAYER) {
        return;
    }
    int i = *count;
    for (; i > 0 && layer_depth(layers[(size_t)(i - 1) * pixels + pixel]) > layer_depth(cap); --i) {
        layers[(size_t)i * pixels + pixel] = layers[(size_t)(i - 1) * pixels + pixel];
    }
    layers[(size_t)i * pixels + pixel] = cap;
    ++*count;
}

// wanted  see cap_at()
// room    layers of a pixel, of which the last two are free
// layers  see layer.cl: caps come before and behind what is there
// most    grows to the number of layers of a pixel
// One work-item a pixel.
__kernel void cap_surfaces(const FrameParams frame_value, SCENE_PARAMS, __global const scalar_t *voxels,
                           __constant SurfaceParams *surfaces, const uint wanted, const int room,
                           __global uint2 *layers, volatile __global int *most) {
    const FrameParams *frame = &frame_value;
    const size_t pixels = (size_t)frame->view.size[0] * (size_t)frame->view.size[1], pixel = get_global_id(0);
    if (pixel >= pixels) {
        return;
    }
    const int x = (int)(pixel % (size_t)frame->view.size[0]), y = (int)(pixel / (size_t)frame->view.size[0]);
    const Ray ray = make_ray(frame, SCENE, x, y);
    if (ray.exit <= ray.entry) {
        return;
    }
    int count = 0;
    while (count < room - 2 && layers[(size_t)count * pixels + pixel].x != NO_LAYER) {
        ++count;
    }
    const float3 eye = vector3(frame->view.eye) * vector3(frame->volume.voxel_from_aligned);
    const int last_face = leaving_face(frame, &ray, eye);
    if (is_cut(frame, last_face, along_axis(ray.direction, last_face) > 0.0f)) {
        const uint2 behind = cap_at(frame, SCENE, voxels, surfaces, wanted, &ray, ray.exit, last_face);
        if (behind.x != NO_LAYER) {
            layers[(size_t)count * pixels + pixel] = behind;
            ++count;
        }
    }
    if (is_cut(frame, ray.face, along_axis(ray.direction, ray.face) < 0.0f)) {
        const uint2 before = cap_at(frame, SCENE, voxels, surfaces, wanted, &ray, ray.entry, ray.face);
        if (before.x != NO_LAYER) {
            for (int i = count; i > 0; --i) {
                layers[(size_t)i * pixels + pixel] = layers[(size_t)(i - 1) * pixels + pixel];
            }
            layers[pixel] = before;
            ++count;
        }
    }
    float2 ends;
    int2 faces;
    if (crosses_hole(ray.hole, &ends, &faces)) {
        if (ends.x > ray.entry) {
            put_cap(frame, SCENE, voxels, surfaces, wanted, &ray, ends.x, faces.x, layers, pixels, pixel, &count);
        }
        if (ends.y < ray.exit) {
            put_cap(frame, SCENE, voxels, surfaces, wanted, &ray, ends.y, faces.y, layers, pixels, pixel, &count);
        }
    }
    if (count > *most) {
        atomic_max(most, count);
    }
}
