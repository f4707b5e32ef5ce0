// Vertices are written as their positions in the voxel space of the volume that the field is part of.
// Provides: place_of.   Requires: iso_vertex.cl.

// The vertex at share t of the edge from `voxel` along `axis`.
static float3 place_of(IsoParams params, int3 voxel, int axis, float t) {
    return convert_float3(voxel + (int3)(0, 0, params.first_slice)) + t * convert_float3(step_along(axis));
}
