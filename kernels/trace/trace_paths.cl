// Follows a path of light for each pixel, from the eye back to where it comes from (docs/tracing.md).
// Provides: flight_of_pixel, kernel trace_paths.
// Requires: philox.cl, way.cl, surfaces_*.cl, flight.cl, lights.cl, scatter.cl, environment_*.cl, emission_*.cl, lens_*.cl,
// load_table.cl; constant ROULETTE_BEGINS.

#ifndef ROULETTE_BEGINS
#define ROULETTE_BEGINS 3 // collisions before chance decides whether a path that carries little goes on
#endif

// A line of sight through a random place of the pixel (a box filter) and of the lens.
static Flight flight_of_pixel(const FrameParams *frame, __global const TraceParams *trace, int2 pixel, Random *random,
                              float3 *direction) {
    const float x = (float)pixel.x + next_random(random) - 0.5f, y = (float)pixel.y + next_random(random) - 0.5f;
    const ViewParams *view = &frame->view;
    float3 eye = vector3(view->eye) + x * vector3(view->eye_dx) + y * vector3(view->eye_dy);
    float3 through = vector3(view->ray_corner) + x * vector3(view->ray_dx) + y * vector3(view->ray_dy);
    go_through_lens(trace, random, &eye, &through);
    *direction = unit_vector(through);
    return make_flight(frame, eye * vector3(frame->volume.voxel_from_aligned), *direction);
}

// Light of the lamps that a collision sends back along the path, r, g, b: one estimate (next-event estimation).
static float3 light_at(const FrameParams *frame, SCENE_PARAMS, __global const TraceParams *trace,
                       __global const float *majorants, const Isosurfaces *isosurfaces, const Scatter *scatter,
                       float3 place, Random *random) {
    if (trace->light_count == 0) {
        return (float3)(0.0f);
    }
    const LightWay way = choose_light(trace, random);
    const float3 share = scattered_share(scatter, trace, way.toward) * way.light;
    if (share.x + share.y + share.z <= 0.0f) {
        return (float3)(0.0f);
    }
    const Flight flight = make_flight(frame, place, way.toward);
    return share * transmittance(frame, SCENE, trace, majorants, isosurfaces, &flight, random);
}

// Premultiplied radiance and opacity of one path. A path that meets nothing shows the background and is transparent;
// one that leaves the volume after a collision brings the light of the environment. Lamps are seen by collisions alone.
static float4 trace_path(const FrameParams *frame, SCENE_PARAMS, __global const TraceParams *trace,
                         __global const float *majorants, const Isosurfaces *isosurfaces,
                         __global const float4 *panorama, __global const float2 *aliases, int2 pixel, uint sample) {
    Random random = begin_random(pixel, sample, trace->seed);
    float3 direction;
    Scatter scatter;
    Flight flight = flight_of_pixel(frame, trace, pixel, &random, &direction);
    float3 radiance = (float3)(0.0f), throughput = (float3)(1.0f);
    for (int collisions = 0;; ++collisions) {
        const SurfaceHit surface = stop_at_surface(frame, SCENE, isosurfaces, &flight, &random);
        float t;
        Matter matter;
        const int meets_matter = fly(frame, SCENE, trace, majorants, &flight, &random, &t, &matter);
        if (!meets_matter && !surface.is_there) {
            if (collisions == 0) {
                return (float4)(0.0f);
            }
            const float share = share_come_upon(trace, panorama, &scatter, direction);
            return (float4)(radiance + throughput * share * environment(trace, panorama, direction), 1.0f);
        }
        if (collisions == trace->bounces) {
            return (float4)(radiance, 1.0f);
        }
        const float3 place = meets_matter ? place_in_flight(&flight, t) : surface.place;
        scatter = meets_matter ? scatter_at(frame, SCENE, trace, &matter, -direction, &random)
                               : scatter_of_surface(&surface, -direction);
        float3 light = light_at(frame, SCENE, trace, majorants, isosurfaces, &scatter, place, &random);
        add_light_from_around(frame, SCENE, trace, majorants, isosurfaces, panorama, aliases, &scatter, place, &random,
                              &light);
        if (meets_matter) { // which glows
            light += emission_at(frame, SCENE, trace, matter.position) * scatter.color;
        }
        radiance += throughput * light;
        throughput *= scatter_path(&scatter, trace, &random, &direction);
        if (collisions + 1 >= ROULETTE_BEGINS) { // Russian roulette: those that go on carry what the others would have
            const float survival = fmin(fmax(throughput.x, fmax(throughput.y, throughput.z)), 1.0f);
            if (next_random(&random) >= survival) {
                return (float4)(radiance, 1.0f);
            }
            throughput /= survival;
        }
        flight = make_flight(frame, place, direction);
    }
}

// One work-item a pixel of the part that is drawn.
// frame_value  by value, as in ray_cast.cl
// majorants    of the octree's leaves, per aligned length; a stand-in for spans_whole.cl
// panorama     the environment's picture, for environment_picture.cl, and its alias table; stand-ins for others
// voxels, surface_layout, surface_distances, looks, surface_count   isosurfaces, see surfaces_some.cl; or stand-ins
// sample       its number, which picks the random numbers
// pixels       premultiplied radiance and opacity, row by row from the top
__kernel void trace_paths(const FrameParams frame_value, SCENE_PARAMS, __global const TraceParams *trace,
                          __global const float *majorants, __global const float4 *panorama,
                          __global const float2 *aliases, __global const scalar_t *voxels,
                          OCTREE_LAYOUT *surface_layout, __global const uchar *surface_distances,
                          __global const SurfaceParams *looks, const int surface_count, const uint sample,
                          __global float4 *pixels,
                          __global const float2 *opacity_source, __global const uint2 *color_source) {
    const FrameParams *frame = &frame_value;
    load_table(opacity_source, color_source, (int)frame->table.last + 2, opacities, table_colors);
    const int2 pixel = (int2)((int)get_global_id(0), (int)get_global_id(1));
    const Isosurfaces isosurfaces =
        isosurfaces_of(voxels, surface_layout, surface_distances, looks, surface_count);
    if (pixel.x < frame->view.size[0] && pixel.y < frame->view.size[1]) {
        const int2 origin = (int2)(frame->view.pixel_origin[0], frame->view.pixel_origin[1]);
        pixels[pixel.y * frame->view.size[0] + pixel.x] =
            trace_path(frame, SCENE, trace, majorants, &isosurfaces, panorama, aliases, pixel + origin, sample);
    }
}
