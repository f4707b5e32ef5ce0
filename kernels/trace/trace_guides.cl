// What leads the denoiser: where the paths of a sample collide first, found once more by their random numbers, and how
// far their light is spread (docs/denoise.md).
// Provides: kernel add_guides.   Requires: scatter.cl, trace_paths.cl, denoise_surface.cl.

// Normal of the surface that matter is, of length 1 where it is surely one: see surface_share().
static float3 normal_of(const FrameParams *frame, SCENE_PARAMS, __global const TraceParams *trace, float3 position,
                        float3 toward) {
    const float3 gradient = gradient_at(frame, SCENE, position);
    const float size = length(gradient);
    return gradient * (surface_share(frame, trace, 1.0f, size) * copysign(1.0f, dot(gradient, toward)) / fmax(size, 1e-30f));
}

// One work-item a pixel of the part that is drawn.
// pixels   of this sample, as trace_paths has made them
// place    of the part's first pixel in the whole picture, of `stride` pixels a row
// albedo   sums of r, g, b, and number of paths that have met anything
// normal   sums of normals and of the distances from the eye, aligned lengths
// squares  sum of squared luminances
__kernel void add_guides(const FrameParams frame_value, SCENE_PARAMS, __global const TraceParams *trace,
                         __global const float *majorants, __global const scalar_t *voxels,
                         OCTREE_LAYOUT *surface_layout, __global const uchar *surface_distances,
                         __global const SurfaceParams *looks, const int surface_count, const uint sample,
                         __global const float4 *pixels,
                         const int place, const int stride, __global float4 *albedo, __global float4 *normal,
                         __global float *squares, __global const float2 *opacity_source,
                         __global const uint2 *color_source) {
    const FrameParams *frame = &frame_value;
    load_table(opacity_source, color_source, (int)frame->table.last + 2, opacities, table_colors);
    const int2 pixel = (int2)((int)get_global_id(0), (int)get_global_id(1));
    if (pixel.x >= frame->view.size[0] || pixel.y >= frame->view.size[1]) {
        return;
    }
    const int2 origin = (int2)(frame->view.pixel_origin[0], frame->view.pixel_origin[1]);
    Random random = begin_random(pixel + origin, sample, trace->seed);
    float3 direction;
    const Isosurfaces isosurfaces =
        isosurfaces_of(voxels, surface_layout, surface_distances, looks, surface_count);
    Flight flight = flight_of_pixel(frame, trace, pixel + origin, &random, &direction);
    const SurfaceHit surface = stop_at_surface(frame, SCENE, &isosurfaces, &flight, &random);
    const int target = place + pixel.y * stride + pixel.x;
    float t;
    Matter matter;
    if (fly(frame, SCENE, trace, majorants, &flight, &random, &t, &matter)) {
        const float3 color = label_rgb(frame, SCENE, matter.position, sample_rgb(frame, SCENE, matter.sample));
        albedo[target] += (float4)(color, 1.0f);
        normal[target] += (float4)(normal_of(frame, SCENE, trace, matter.position, -direction), t);
    } else if (surface.is_there) {
        albedo[target] += (float4)(surface.color, 1.0f);
        normal[target] += (float4)(surface.normal, flight.end);
    }
    const float light = brightness(pixels[pixel.y * frame->view.size[0] + pixel.x].xyz);
    squares[target] = fma(light, light, squares[target]);
}
