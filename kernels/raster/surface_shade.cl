// Colours the triangles that the rasteriser found.
// Provides: kernel shade_triangles.   Requires: surface_light.cl, seen_triangle.cl.

// positions, vertex_normals, corners  of the mesh, and the numbers of the triangle's vertices
static uint2 shade_triangle(const FrameParams *frame, SCENE_PARAMS, __global const scalar_t *voxels,
                            __constant SurfaceParams *surface, __global const float *positions,
                            __global const float *vertex_normals, uint3 corners, SightLine line, float nearness) {
    const SeenPlace seen = place_on_triangle(frame, positions, corners, line, nearness);
    const float3 mixed = mixed_corners(&seen, vertex_normals, corners);
    const float squared = dot(mixed, mixed);
    const float3 normal = squared > 1e-12f ? mixed * rsqrt(squared) : normalize(cross(seen.first, seen.second));
    const int3 last = (int3)(frame->volume.dims[0] - 1, frame->volume.dims[1] - 1, frame->volume.dims[2] - 1);
    return surface_layer(frame, SCENE, voxels, surface, seen.depth, normalize(line.through), last, (int3)(0), seen.voxel,
                         normal, 0.0f);
}

// visible    see scene_raster.cl, layer_count layers
// positions, vertex_normals, triangles  of surface `number`
// layers     see layer.cl; only pixels that show this surface are written
// One work-item a pixel.
__kernel void shade_triangles(const FrameParams frame_value, SCENE_PARAMS, __global const scalar_t *voxels,
                              __constant SurfaceParams *surfaces, const int number,
                              __global const ulong *visible, const int layer_count, __global const float *positions,
                              __global const float *vertex_normals, __global const uint *triangles,
                              __global uint2 *layers) {
    const FrameParams *frame = &frame_value;
    __constant SurfaceParams *surface = surfaces + number;
    const size_t pixels = (size_t)frame->view.size[0] * (size_t)frame->view.size[1], pixel = get_global_id(0);
    if (pixel >= pixels) {
        return;
    }
    const SightLine line = line_of_place(frame, pixel);
    for (int layer = 0; layer < layer_count; ++layer) {
        const size_t place = (size_t)layer * pixels + pixel;
        const ulong fragment = visible[place];
        if (fragment == ULONG_MAX) { // and nothing behind
            return;
        }
        const uint triangle = (uint)fragment - (uint)surface->first;
        if (triangle < (uint)surface->triangles) {
            layers[place] = shade_triangle(frame, SCENE, voxels, surface, positions, vertex_normals,
                                           vload3((size_t)triangle, triangles), line,
                                           nearness_of_fragment(frame, fragment));
        }
    }
}
