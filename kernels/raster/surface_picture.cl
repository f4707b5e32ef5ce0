// Shows pictures on triangles that the rasteriser found: the planes of slices.
// Provides: kernel shade_pictures.   Requires: vectors.cl, layer.cl, seen_triangle.cl.

// The picture between its pixels; at its edges the last ones.
static float3 picture_color(__global const uchar4 *picture, int width, int height, float2 place) {
    const float2 inside = clamp(place, (float2)(0.0f), (float2)((float)(width - 1), (float)(height - 1)));
    const int x = (int)inside.x, y = (int)inside.y;
    const int right = min(x + 1, width - 1), below = min(y + 1, height - 1);
    const float2 share = inside - (float2)((float)x, (float)y);
    const float4 upper = mix(convert_float4(picture[(size_t)y * width + x]),
                             convert_float4(picture[(size_t)y * width + right]), share.x);
    const float4 lower = mix(convert_float4(picture[(size_t)below * width + x]),
                             convert_float4(picture[(size_t)below * width + right]), share.x);
    return mix(upper, lower, share.y).xyz * (1.0f / 255.0f);
}

// Distance to the nearest face of the box of voxels, half a voxel around their centres, along a plane in it; aligned
// lengths. Faces that the plane is parallel to do not count.
// normal  of the plane, a unit vector, aligned space
static float distance_to_border(const FrameParams *frame, float3 voxel, float3 normal) {
    const float3 last = (float3)(frame->volume.last_voxel[0], frame->volume.last_voxel[1], frame->volume.last_voxel[2]);
    const float3 nearest = (fmin(voxel, last - voxel) + 0.5f) / vector3(frame->volume.voxel_from_aligned);
    const float3 along = nearest / sqrt(fmax(1.0f - normal * normal, 1e-12f));
    return fmin(along.x, fmin(along.y, along.z));
}

// corners  numbers of the triangle's vertices
static uint2 shade_picture(const FrameParams *frame, __constant SurfaceParams *surface,
                           __global const float *positions, __global const float *picture_places, uint3 corners,
                           __global const uchar4 *picture, int width, int height, SightLine line, float nearness) {
    const SeenPlace seen = place_on_triangle(frame, positions, corners, line, nearness);
    const float2 place = mixed_corners(&seen, picture_places, corners).xy;
    // A border of two pixels, softly: a pixel there is as wide as its ray is far, or as all are.
    const float pixel =
        frame->view.parallel ? length(vector3(frame->view.eye_dx)) : length(vector3(frame->view.ray_dx)) / nearness;
    const float share = 2.5f - distance_to_border(frame, seen.voxel, normalize(cross(seen.first, seen.second))) / pixel;
    const float3 border = (float3)(surface->color[0], surface->color[1], surface->color[2]);
    const float3 rgb = mix(picture_color(picture, width, height, place), border, clamp(share, 0.0f, 1.0f));
    return make_layer(seen.depth, (float4)(rgb, surface->opacity));
}

// visible         see scene_raster.cl, layer_count layers
// positions, picture_places, triangles  of surface `number`; places in pixels, 0 in the middle of the first one
// picture         r, g, b, a, row by row from the top
// layers          see layer.cl; only pixels that show this surface are written
// One work-item a pixel.
__kernel void shade_pictures(const FrameParams frame_value, __constant SurfaceParams *surfaces, const int number,
                             __global const ulong *visible, const int layer_count, __global const float *positions,
                             __global const float *picture_places, __global const uint *triangles,
                             __global const uchar4 *picture, const int width, const int height,
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
            layers[place] = shade_picture(frame, surface, positions, picture_places,
                                          vload3((size_t)triangle, triangles), picture, width, height, line,
                                          nearness_of_fragment(frame, fragment));
        }
    }
}
