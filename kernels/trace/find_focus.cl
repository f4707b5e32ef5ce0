// Finds what is to be sharp: the first surface that is seen at a place of the picture.
// Provides: kernel find_focus.   Requires: matter_*.cl, way.cl, surfaces_*.cl, extinction.cl, load_table.cl; constant FOCUS_PARTS.

#ifndef FOCUS_PARTS
#define FOCUS_PARTS 64 // parts that a line of sight is cut into, a work-item each; also the size of the work-group
#endif

// Optical depth of a part of the way, by steps of at most half an aligned length; a way that reaches a depth ends there.
// begin   aligned lengths
// enough  depth
// Returns the depth; *end becomes the place where it was enough.
static float depth_of_part(const FrameParams *frame, SCENE_PARAMS, const Isosurfaces *isosurfaces,
                           const Flight *flight, float begin, float enough, float *end) {
    const int steps = max((int)ceil(2.0f * (*end - begin)), 1);
    const float step = (*end - begin) / (float)steps;
    float depth = 0.0f;
    for (int i = 0; i < steps && depth < enough; ++i) {
        const float t = begin + ((float)i + 0.5f) * step;
        Flight piece = *flight;
        piece.begin = t - 0.5f * step;
        piece.end = t + 0.5f * step;
        depth += step * extinction_of(matter_at(frame, SCENE, place_in_flight(flight, t)).opacity) +
                 extinction_of(1.0f - let_through_by_surfaces(frame, SCENE, isosurfaces, &piece));
        *end = depth < enough ? *end : t;
    }
    return depth;
}

// One work-group. The surface is where half of the light is blocked that all of the line of sight blocks; where next to
// nothing is blocked the focus stays.
__kernel void find_focus(const FrameParams frame_value, SCENE_PARAMS, __global TraceParams *trace,
                         __global const scalar_t *voxels, OCTREE_LAYOUT *surface_layout,
                         __global const uchar *surface_distances, __global const SurfaceParams *looks,
                         const int surface_count, __global const float2 *opacity_source,
                         __global const uint2 *color_source) {
    __local float depths[FOCUS_PARTS];
    const FrameParams *frame = &frame_value;
    load_table(opacity_source, color_source, (int)frame->table.last + 2, opacities, table_colors);
    const ViewParams *view = &frame->view;
    const float x = trace->focus_place[0], y = trace->focus_place[1];
    const float3 eye = vector3(view->eye) + x * vector3(view->eye_dx) + y * vector3(view->eye_dy);
    const float3 through = vector3(view->ray_corner) + x * vector3(view->ray_dx) + y * vector3(view->ray_dy);
    const Flight flight = make_flight(frame, eye * vector3(frame->volume.voxel_from_aligned), unit_vector(through));
    const Isosurfaces isosurfaces =
        isosurfaces_of(voxels, surface_layout, surface_distances, looks, surface_count);
    const float length_of_part = fmax(flight.end - flight.begin, 0.0f) / (float)FOCUS_PARTS;
    const int item = (int)get_local_id(0);
    const float begin = flight.begin + (float)item * length_of_part;
    float end = begin + length_of_part;
    depths[item] = depth_of_part(frame, SCENE, &isosurfaces, &flight, begin, INFINITY, &end);
    barrier(CLK_LOCAL_MEM_FENCE);
    float before = 0.0f, all = 0.0f;
    for (int part = 0; part < FOCUS_PARTS; ++part) {
        before += part < item ? depths[part] : 0.0f;
        all += depths[part];
    }
    const float least = 0.02f; // share of the light
    const float half_of_it = -log(0.5f + 0.5f * exp(-all));
    if (1.0f - exp(-all) > least && before < half_of_it && before + depths[item] >= half_of_it) {
        end = begin + length_of_part;
        depth_of_part(frame, SCENE, &isosurfaces, &flight, begin, half_of_it - before, &end);
        trace->focus = end / length(through); // whose depth is 1
    }
}
