// Fills the inside of isosurfaces where clipping opens them: places on the faces of what is kept whose value is not
// below an isovalue.
// Provides: kernel cap_surfaces.
// Requires: hole_*.cl, surface_light.cl, field_place_*.cl, surface_field.cl, cap_waits_*.cl, cut_face.cl, ray.cl,
// layer.cl, vectors.cl, sight_line.cl.
//
// What clipping keeps is convex: a ray enters it once and leaves it once. So is what inverted clipping cuts out.
// Of several isosurfaces around such a place the one of the largest isovalue shows, as nested things do when they are
// cut.

// Where the ray leaves, numbered as where it enters.
// eye  voxel space
static int leaving_face(const FrameParams *frame, const Ray *ray, float3 eye) {
    const float3 safe = nonzero3(ray->direction);
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

// Finds the layer of the cap at place k of the ray; NO_LAYER in its first word where there is none. Returns false if the
// brick of the place is not on the device.
// face    on which the place lies
// wanted  surfaces of these voxels, a bit each
static int cap_at(const FrameParams *frame, SCENE_PARAMS, __global const scalar_t *voxels,
                  __constant SurfaceParams *surfaces, uint wanted, const Ray *ray, float k, int face, FieldCell *cell,
                  uint2 *cap) {
    *cap = (uint2)(NO_LAYER);
    const float3 voxel = place_on_ray(frame, ray, k) - sampling_from_voxel((float3)(0.0f));
    const int3 low = lowest_voxel(cell, voxel);
    if (!enter_stretch(frame, SCENE, low, low, cell)) {
        return 0;
    }
    const float value = field_at_voxel(frame, voxels, voxel, cell);
    int found = -1;
    float largest = -FLT_MAX;
    for (int i = 0; wanted >> i; ++i) {
        const float isovalue = surfaces[i].isovalue;
        if ((wanted >> i & 1u) && value >= isovalue && isovalue > largest) {
            largest = isovalue;
            found = i;
        }
    }
    if (found >= 0) {
        const float depth = fma(k, frame->sampling.step, ray->t_first);
        const uint2 layer =
            surface_layer(frame, SCENE, voxels, surfaces + found, depth, -ray->view, cell->last,
                          stored_voxel(cell, (int3)(0)), voxel, normalize(face_normal(frame, face)), 1.0f);
        *cap = layer_rgba(layer).w > 0.0f ? layer : (uint2)(NO_LAYER);
    }
    return 1;
}

// Where a cap comes among the layers of its pixel: in front of those that lie behind.
static int layer_behind(__global const uint2 *layers, size_t pixels, size_t pixel, int count, uint2 cap) {
    int i = count;
    while (i > 0 && layer_depth(layers[(size_t)(i - 1) * pixels + pixel]) > layer_depth(cap)) {
        --i;
    }
    return i;
}

static void insert_layer(__global uint2 *layers, size_t pixels, size_t pixel, int count, int at, uint2 layer) {
    for (int i = count; i > at; --i) {
        layers[(size_t)i * pixels + pixel] = layers[(size_t)(i - 1) * pixels + pixel];
    }
    layers[(size_t)at * pixels + pixel] = layer;
}

#define CUT_PLACES 4 // of a ray, from the front to the back: so each brick has to come once

// wanted  see cap_at()
// room    layers of a pixel, of which the last two are free
// layers  see layer.cl: caps come before and behind what is there
// most    grows to the number of layers of a pixel
// states  see cap_waits_*.cl
// One work-item a pixel.
__kernel void cap_surfaces(const FrameParams frame_value, SCENE_PARAMS, __global const scalar_t *voxels,
                           __constant SurfaceParams *surfaces, const uint wanted, const int room,
                           __global uint2 *layers, volatile __global int *most, __global uint *states) {
    const FrameParams *frame = &frame_value;
    const size_t pixels = (size_t)frame->view.size[0] * (size_t)frame->view.size[1], pixel = get_global_id(0);
    if (pixel >= pixels) {
        return;
    }
    const int x = (int)(pixel % (size_t)frame->view.size[0]), y = (int)(pixel / (size_t)frame->view.size[0]);
    const Ray ray = make_ray(frame, SCENE, x, y);
    const int done = caps_done(states, pixel);
    if (ray.exit <= ray.entry || done >= CUT_PLACES) {
        return;
    }
    const int3 last = last_voxel(frame, octree);
    const SightLine line = line_of_place(frame, pixel);
    const float3 eye = line.eye * vector3(frame->volume.voxel_from_aligned);
    const int last_face = leaving_face(frame, &ray, eye);
    float2 ends = (float2)(0.0f);
    int2 faces = (int2)(0);
    const int hole = crosses_hole(ray.hole, &ends, &faces);
    const float places[CUT_PLACES] = {ray.entry, ends.x, ends.y, ray.exit};
    const int place_faces[CUT_PLACES] = {ray.face, faces.x, faces.y, last_face};
    const int cuts[CUT_PLACES] = {is_cut(frame, last, ray.face, along_axis(ray.direction, ray.face) < 0.0f),
                                  hole && ends.x > ray.entry, hole && ends.y < ray.exit,
                                  is_cut(frame, last, last_face, along_axis(ray.direction, last_face) > 0.0f)};
    const int filled = done > 0 ? room : room - 2; // before the first place there are no caps of these voxels
    int count = 0;
    while (count < filled && layers[(size_t)count * pixels + pixel].x != NO_LAYER) {
        ++count;
    }
    FieldCell cell = cell_before(last);
    int place = done;
    for (; place < CUT_PLACES; ++place) {
        if (!cuts[place]) {
            continue;
        }
        uint2 cap;
        if (!cap_at(frame, SCENE, voxels, surfaces, wanted, &ray, places[place], place_faces[place], &cell, &cap)) {
            break;
        }
        if (cap.x != NO_LAYER) {
            const int at = place == 0 ? 0 : place == CUT_PLACES - 1 ? count
                                          : layer_behind(layers, pixels, pixel, count, cap);
            insert_layer(layers, pixels, pixel, count, at, cap);
            ++count;
        }
    }
    keep_caps_done(states, pixel, place);
    if (count > *most) {
        atomic_max(most, count);
    }
}
