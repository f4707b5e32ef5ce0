// Where a place in the plane of a triangle lies between its corners.
// Provides: corner_shares.   Requires: nothing.

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
