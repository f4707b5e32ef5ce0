// Triangles of a mesh that is stored, whose vertices are projected once.
// Provides: MESH_PARAMS, MESH, triangle_corners, triangle_places.   Requires: raster_project.cl.

// positions  3 floats a vertex, voxel space;  corners  see project_vertices;  triangles  3 indices each
#define MESH_PARAMS                                                                                                    \
    __global const float *positions, __global const int4 *corners, __global const uint *triangles
#define MESH positions, corners, triangles

// found  the three corners of a triangle on the picture, see projected()
static void triangle_corners(const FrameParams *frame, const RasterParams *raster, MESH_PARAMS, uint triangle,
                             int4 *found) {
    const uint3 vertices = vload3((size_t)triangle, triangles);
    found[0] = corners[vertices.x];
    found[1] = corners[vertices.y];
    found[2] = corners[vertices.z];
}

// found  its corners in voxel space
static void triangle_places(MESH_PARAMS, uint triangle, float3 *found) {
    const uint3 vertices = vload3((size_t)triangle, triangles);
    found[0] = vload3((size_t)vertices.x, positions);
    found[1] = vload3((size_t)vertices.y, positions);
    found[2] = vload3((size_t)vertices.z, positions);
}
