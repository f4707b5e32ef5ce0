// Vertices are written as their positions in voxel space.
// Provides: write_place.   Requires: iso_vertex.cl.

// The vertex at share t of the edge from `voxel` along `axis`.
static void write_place(IsoParams params, int3 voxel, int axis, float t, uint index, __global float *places) {
    vstore3(convert_float3(voxel) + t * convert_float3(step_along(axis)), (size_t)index, places);
}
