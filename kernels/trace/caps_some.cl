// Closes isosurfaces where clipping cuts them: places on the faces of what is kept, or of the hole, whose value is not
// below an isovalue. Of several isosurfaces around such a place the one of the largest isovalue is there, see
// surface_caps.cl.
// Provides: stop_at_cap, let_through_by_caps.
// Requires: isosurfaces.cl, philox.cl, way.cl, clip_plane.cl, cut_face.cl, ray.cl, surface_field.cl, surface_label_*.cl,
// vectors.cl.

// A way through a convex part of the volume.
typedef struct Passage {
    float begin, end;         // aligned lengths; end <= begin where it passes by
    int begin_face, end_face; // as Ray::face, but that there always is one
} Passage;

// low, high, planes  of the part; all in voxel space
static Passage pass_through(const FrameParams *frame, float3 low, float3 high, int planes, const Flight *flight) {
    const float3 to_low = (low - flight->origin) / flight->direction;
    const float3 to_high = (high - flight->origin) / flight->direction;
    const float3 enter = fmin(to_low, to_high), leave = fmax(to_low, to_high);
    Passage passage;
    passage.begin = fmax(enter.x, fmax(enter.y, enter.z));
    passage.end = fmin(leave.x, fmin(leave.y, leave.z));
    passage.begin_face = passage.begin == enter.x ? 0 : passage.begin == enter.y ? 1 : 2;
    passage.end_face = passage.end == leave.x ? 0 : passage.end == leave.y ? 1 : 2;
    for (int plane = 0; plane < planes; ++plane) {
        const float4 numbers = clip_plane(frame, plane);
        const float slope = nonzero(dot(numbers.xyz, flight->direction));
        const float t = -(dot(numbers.xyz, flight->origin) + numbers.w) / slope;
        if (slope < 0.0f && t < passage.end) {
            passage.end = t;
            passage.end_face = 3 + plane;
        } else if (slope >= 0.0f && t > passage.begin) {
            passage.begin = t;
            passage.begin_face = 3 + plane;
        }
    }
    return passage;
}

// Through the hole if there is one: then nothing else is cut.
static Passage pass_cut_part(const FrameParams *frame, const Flight *flight) {
    if (frame->volume.has_hole) {
        return pass_through(frame, vector3(frame->volume.hole_min), vector3(frame->volume.hole_max),
                            frame->volume.hole_planes, flight);
    }
    return pass_through(frame, vector3(frame->volume.box_min), vector3(frame->volume.box_max),
                        frame->volume.plane_count, flight);
}

// Whether the way meets a cut where it enters the part (end 0) or leaves it (end 1). One that begins on the cut, but for
// rounding and SURFACE_BEFORE, does not. A hole is cut where it lies within the volume.
static int meets_cut(const FrameParams *frame, const Isosurfaces *isosurfaces, const Flight *flight,
                     const Passage *passage, int end) {
    const int3 last = no_cell(isosurfaces->layout).last;
    const float t = end ? passage->end : passage->begin;
    const int face = end ? passage->end_face : passage->begin_face;
    const float slope = along_axis(flight->direction, min(face, 2));
    const float reach = frame->volume.has_hole ? -SURFACE_BEFORE : SURFACE_BEFORE;
    return passage->begin < passage->end && t > fmax(flight->begin - reach, 2.0f * SURFACE_BEFORE) &&
           t < flight->end + reach &&
           (frame->volume.has_hole || is_cut(frame, last, face, end ? slope > 0.0f : slope < 0.0f));
}

// Colour and opacity of what closes a place on a cut; 0 where it lies in no surface.
static float4 color_of_cap(const FrameParams *frame, SCENE_PARAMS, const Isosurfaces *isosurfaces, float3 voxel) {
    FieldCell cell = no_cell(isosurfaces->layout);
    const float value = field_at_voxel(frame, isosurfaces->voxels, voxel, &cell);
    float largest = -FLT_MAX;
    int found = -1;
    for (int i = 0; i < isosurfaces->count; ++i) {
        const float isovalue = isosurfaces->looks[i].isovalue;
        if (value >= isovalue && isovalue > largest) {
            largest = isovalue;
            found = i;
        }
    }
    if (found < 0) {
        return (float4)(0.0f);
    }
    __global const SurfaceParams *look = isosurfaces->looks + found;
    const float4 seen = surface_label(frame, isosurfaces->voxels, labels, label_colors, look->isovalue, cell.last,
                                      (int3)(0), voxel, vload3(0, look->color));
    return (float4)(seen.xyz, look->opacity * seen.w);
}

// Ends a flight at the first cap that it does not get through, which chance decides.
static SurfaceHit stop_at_cap(const FrameParams *frame, SCENE_PARAMS, const Isosurfaces *isosurfaces, Flight *flight,
                              Random *random) {
    const float3 voxel_from_aligned = vector3(frame->volume.voxel_from_aligned);
    const Passage passage = pass_cut_part(frame, flight);
    SurfaceHit hit = no_hit();
    for (int end = 0; end < 2 && !hit.is_there; ++end) {
        if (!meets_cut(frame, isosurfaces, flight, &passage, end)) {
            continue;
        }
        const float t = end ? passage.end : passage.begin;
        const float3 voxel = place_in_flight(flight, t);
        const float4 color = color_of_cap(frame, SCENE, isosurfaces, voxel);
        if (next_random(random) < color.w) {
            const float3 normal = normalize(face_normal(frame, end ? passage.end_face : passage.begin_face));
            hit.is_there = 1;
            hit.normal = normal * -copysign(1.0f, dot(normal, flight->direction / voxel_from_aligned));
            hit.place = voxel + SURFACE_BEFORE * hit.normal * voxel_from_aligned;
            hit.color = color.xyz;
            flight->end = fmin(t, flight->end);
        }
    }
    return hit;
}

// Share of the light that all caps on a way let through.
static float let_through_by_caps(const FrameParams *frame, SCENE_PARAMS, const Isosurfaces *isosurfaces,
                                 const Flight *flight) {
    const Passage passage = pass_cut_part(frame, flight);
    float share = 1.0f;
    for (int end = 0; end < 2; ++end) {
        if (meets_cut(frame, isosurfaces, flight, &passage, end)) {
            const float3 voxel = place_in_flight(flight, end ? passage.end : passage.begin);
            share *= 1.0f - color_of_cap(frame, SCENE, isosurfaces, voxel).w;
        }
    }
    return share;
}
