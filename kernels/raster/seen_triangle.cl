// The triangle that a pixel sees: which place of it, and where that lies between its corners.
// Provides: SeenPlace, place_on_triangle, mixed_corners, ray_of_pixel.   Requires: vectors.cl.

// Shares of the corners of a triangle at a place in its plane; between 0 and 1 although rounding to subpixels lets
// triangles reach a little beyond their edges.
// first, second  edges from the first corner;  place  from the first corner
static float3 corner_shares(float3 first, float3 second, float3 place) {
    const float3 normal = cross(first, second);
    const float inverse = 1.0f / fmax(dot(normal, normal), 1e-30f);
    const float b = clamp(dot(cross(place, second), normal) * inverse, 0.0f, 1.0f);
    const float c = clamp(dot(cross(first, place), normal) * inverse, 0.0f, 1.0f - b);
    return (float3)(1.0f - b - c, b, c);
}

typedef struct SeenPlace {
    float3 shares;        // of the corners
    float3 voxel;         // voxel space
    float3 first, second; // edges from the first corner, aligned space
    float depth;          // distance to the eye, aligned lengths
} SeenPlace;

// positions, corners  of the mesh, and the numbers of the triangle's vertices
// through  direction from the eye through the pixel, as long as the distance of a fragment of nearness 1
static SeenPlace place_on_triangle(const FrameParams *frame, __global const float *positions, uint3 corners,
                                   float3 through, float nearness) {
    SeenPlace seen;
    const float3 scale = vector3(frame->volume.voxel_from_aligned);
    const float3 from_eye = through / nearness;
    const float3 a = vload3((size_t)corners.x, positions);
    seen.first = (vload3((size_t)corners.y, positions) - a) / scale;
    seen.second = (vload3((size_t)corners.z, positions) - a) / scale;
    seen.shares = corner_shares(seen.first, seen.second, vector3(frame->view.eye) + from_eye - a / scale);
    seen.voxel = a + (seen.shares.y * seen.first + seen.shares.z * seen.second) * scale;
    seen.depth = length(from_eye);
    return seen;
}

// What vertices have, three floats each, at that place.
static float3 mixed_corners(const SeenPlace *seen, __global const float *values, uint3 corners) {
    return seen->shares.x * vload3((size_t)corners.x, values) + seen->shares.y * vload3((size_t)corners.y, values) +
           seen->shares.z * vload3((size_t)corners.z, values);
}

// The direction from the eye through a pixel, by its number in the part that is drawn.
static float3 ray_of_pixel(const FrameParams *frame, size_t pixel) {
    const int x = (int)(pixel % (size_t)frame->view.size[0]) + frame->view.pixel_origin[0];
    const int y = (int)(pixel / (size_t)frame->view.size[0]) + frame->view.pixel_origin[1];
    return vector3(frame->view.ray_corner) + (float)x * vector3(frame->view.ray_dx) +
           (float)y * vector3(frame->view.ray_dy);
}
