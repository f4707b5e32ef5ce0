// Triangles of an isosurface of which no mesh is stored: each is made of voxels where it is drawn, found by its number in a
// HistoPyramid (Dyken and Ziegler 2010, "Step 3: Extract output vertices").
// Provides: MESH_PARAMS, MESH, triangle_corners, triangle_places.
// Requires: raster_project.cl, iso_pyramid.cl, iso_vertex.cl, iso_place.cl.

// field  the voxels;  the others see iso_histopyramid.cl
#define MESH_PARAMS                                                                                                    \
    const IsoParams iso, __global const scalar_t *field, const int levels, __global const ulong *offsets,              \
        __global const uint2 *pyramid, __global const uchar *codes, __global const uchar *case_edges
#define MESH iso, field, levels, offsets, pyramid, codes, case_edges

// found  the corners of a triangle in voxel space, as write_vertex() and write_triangle() would store them
static void triangle_places(MESH_PARAMS, uint triangle, float3 *found) {
    uint key = triangle;
    const int3 cell = ordered_voxel(iso, find_voxel(&key, 1, levels, offsets, pyramid, codes));
    __global const uchar *edges = case_edges + 16u * corner_signs(iso, field, cell) + 3u * key;
    for (int i = 0; i < 3; ++i) {
        const uint edge = edges[iso.flip ? (3 - i) % 3 : i];
        const int3 voxel = edge_voxel(cell, edge);
        const int axis = (int)(edge & 3u);
        found[i] = place_of(iso, voxel, axis, cut_of(iso, field, voxel, axis).share);
    }
}

// found  the same on the picture, see projected()
static void triangle_corners(const FrameParams *frame, const RasterParams *raster, MESH_PARAMS, uint triangle,
                             int4 *found) {
    float3 places[3];
    triangle_places(MESH, triangle, places);
    for (int i = 0; i < 3; ++i) {
        found[i] = projected(frame, raster, places[i]);
    }
}
