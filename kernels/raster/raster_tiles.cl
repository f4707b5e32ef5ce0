// Draws what raster_triangles left over, one work-group a tile: tiles of large triangles, and triangles that must be
// clipped.
// Provides: kernel raster_tiles.   Requires: raster_triangles.cl.

enum { TILE_LANES = 64, LANE_EDGE = 8, MOST_CORNERS = 8 };

// Height of a vertex above a clipping plane: the near one, then the four of the guard band.
static float above_plane(const FrameParams *frame, float3 p, int plane) {
    const float guard = (float)GUARD_PIXELS, w = frame->view.parallel ? 1.0f : p.z;
    switch (plane) {
    case 0: return p.z - NEAR_DEPTH;
    case 1: return fma(guard, w, p.x);
    case 2: return fma(guard, w, -p.x);
    case 3: return fma(guard, w, p.y);
    default: return fma(guard, w, -p.y);
    }
}

// Where the way from a vertex above a plane to one below crosses it. Both triangles at an edge compute it from the same
// end, so that no crack opens.
static float3 crossing_of_plane(const FrameParams *frame, float3 above, float3 below, int plane) {
    const float high = above_plane(frame, above, plane), low = above_plane(frame, below, plane);
    return fma((float3)(high / (high - low)), below - above, above);
}

// Cuts off what lies below the planes (Sutherland and Hodgman 1974).
// polygon  three vertices, see picture_of_voxel()  @return corners left, at most MOST_CORNERS
static int clip_polygon(const FrameParams *frame, float3 *polygon) {
    int count = 3;
    for (int plane = 0; plane < 5 && count > 0; ++plane) {
        float3 kept[MOST_CORNERS + 1];
        int kept_count = 0;
        for (int i = 0; i < count; ++i) {
            const float3 here = polygon[i], next = polygon[i + 1 < count ? i + 1 : 0];
            const int here_above = above_plane(frame, here, plane) >= 0.0f;
            const int next_above = above_plane(frame, next, plane) >= 0.0f;
            if (here_above) {
                kept[kept_count++] = here;
            }
            if (here_above != next_above && kept_count < MOST_CORNERS) {
                kept[kept_count++] = here_above ? crossing_of_plane(frame, here, next, plane)
                                                : crossing_of_plane(frame, next, here, plane);
            }
        }
        count = min(kept_count, (int)MOST_CORNERS);
        for (int i = 0; i < count; ++i) {
            polygon[i] = kept[i];
        }
    }
    return count;
}

// triangle  its number in the mesh
static void rasterise_clipped(const FrameParams *frame, const RasterParams *raster, SCENE_PARAMS, MESH_PARAMS,
                              uint triangle, int2 offset) {
    float3 places[3], polygon[MOST_CORNERS];
    triangle_places(MESH, triangle, places);
    for (int i = 0; i < 3; ++i) {
        polygon[i] = picture_of_voxel(raster, places[i]);
    }
    const int count = clip_polygon(frame, polygon);
    for (int i = 1; i + 1 < count; ++i) {
        const Corner a = corner_of_picture(frame, polygon[0]), b = corner_of_picture(frame, polygon[i]),
                     c = corner_of_picture(frame, polygon[i + 1]);
        rasterise(frame, raster, SCENE, a, b, c, covered_rect(frame, a, b, c), offset, LANE_EDGE,
                  (uint)raster->first + triangle);
    }
}

// Any number of work-groups.
// needed  not 0 if the queue is too short: some of its places were left empty, and all is drawn again with a longer one
__kernel __attribute__((reqd_work_group_size(TILE_LANES, 1, 1)))
void raster_tiles(const FrameParams frame_value, const RasterParams raster_value, SCENE_PARAMS,
                  MESH_PARAMS, __global const uint *queued, __global const uint2 *queue, __global const uint *needed) {
    const FrameParams *frame = &frame_value;
    const RasterParams *raster = &raster_value;
    const uint count = *needed > 0u ? 0u : *queued;
    const int lane = (int)get_local_id(0);
    const int2 offset = (int2)(lane % LANE_EDGE, lane / LANE_EDGE);
    const uint begin = (uint)raster->tile_begin, end = min(count, begin + MOST_TILES);
    for (uint i = begin + (uint)get_group_id(0); i < end; i += (uint)get_num_groups(0)) {
        const uint2 entry = queue[i];
        if (entry.y == WHOLE_TRIANGLE) {
            rasterise_clipped(frame, raster, SCENE, MESH, entry.x, offset);
            continue;
        }
        int4 found[3];
        triangle_corners(frame, raster, MESH, entry.x, found);
        const Corner a = load_corner(found[0]), b = load_corner(found[1]), c = load_corner(found[2]);
        const int2 tile = (int2)((int)(entry.y & 0xffffu), (int)(entry.y >> 16)) * RASTER_TILE;
        PixelRect rect = covered_rect(frame, a, b, c);
        rect.low = max(rect.low, tile);
        rect.high = min(rect.high, tile + (int2)(RASTER_TILE - 1));
        rasterise(frame, raster, SCENE, a, b, c, rect, offset, LANE_EDGE, (uint)raster->first + entry.x);
    }
}
