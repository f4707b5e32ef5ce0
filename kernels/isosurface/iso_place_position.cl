// Vertices are written as their positions in voxel space.
// Provides: place_of.   Requires: iso_vertex.cl.

// The vertex at share t of the edge from `voxel` along `axis`.
static float3 place_of(IsoParams params, int3 voxel, int axis, float t) {
    return convert_float3(voxel) + t * convert_float3(step_along(axis));
}
