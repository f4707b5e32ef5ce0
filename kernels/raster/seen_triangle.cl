// The triangle that a pixel sees: which place of it, and where that lies between its corners.
// Provides: rank_of_nearness, nearness_of_fragment, way_to_fragment, SeenPlace, place_on_triangle,
//           mixed_corners.   Requires: shared_types.h, vectors.cl, sight_line.cl.

// Numbers that are the smaller the nearer a fragment is: what is linear over the picture is 1 / depth, and of parallel
// rays the depth. Either is a positive float, whose bits are in its order.
static uint rank_of_nearness(const FrameParams *frame, float nearness) {
    return frame->view.parallel ? as_uint(nearness) : ~as_uint(nearness);
}

static float nearness_of_fragment(const FrameParams *frame, ulong fragment) {
    const uint rank = (uint)(fragment >> 32);
    return as_float(frame->view.parallel ? rank : ~rank);
}

static float3 way_to_fragment(const FrameParams *frame, float3 through, float nearness) {
    return frame->view.parallel ? through * nearness : through / nearness;
}

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
static SeenPlace place_on_triangle(const FrameParams *frame, __global const float *positions, uint3 corners,
                                   SightLine line, float nearness) {
    SeenPlace seen;
    const float3 scale = vector3(frame->volume.voxel_from_aligned);
    const float3 from_eye = way_to_fragment(frame, line.through, nearness);
    const float3 a = vload3((size_t)corners.x, positions);
    seen.first = (vload3((size_t)corners.y, positions) - a) / scale;
    seen.second = (vload3((size_t)corners.z, positions) - a) / scale;
    seen.shares = corner_shares(seen.first, seen.second, line.eye + from_eye - a / scale);
    seen.voxel = a + (seen.shares.y * seen.first + seen.shares.z * seen.second) * scale;
    seen.depth = length(from_eye);
    return seen;
}

// What vertices have, three floats each, at that place.
static float3 mixed_corners(const SeenPlace *seen, __global const float *values, uint3 corners) {
    return seen->shares.x * vload3((size_t)corners.x, values) + seen->shares.y * vload3((size_t)corners.y, values) +
           seen->shares.z * vload3((size_t)corners.z, values);
}
