// Draws triangles into the visibility buffer, one work-item a triangle; large ones are left to work-groups.
// Provides: kernel raster_triangles, WHOLE_TRIANGLE, load_corner.   Requires: raster_fragment.cl, raster_mesh_*.cl; constant SMALL_AREA.

#ifndef SMALL_AREA
#define SMALL_AREA 64 // most pixels around a triangle that one work-item looks at
#endif

#define WHOLE_TRIANGLE 0xffffffffu // in place of a tile: the triangle must be clipped first

static Corner load_corner(int4 stored) {
    Corner corner = {stored.x, stored.y, as_float(stored.z)};
    return corner;
}

// Puts the tiles of a rectangle that a triangle may cover into the queue.
// needed  grows to the length the queue should have had if it is too short
static void queue_tiles(const RasterParams *raster, PixelRect rect, uint triangle, volatile __global uint *queued,
                        __global uint2 *queue, volatile __global uint *needed) {
    const int2 low = rect.low / RASTER_TILE, high = rect.high / RASTER_TILE;
    const uint count = (uint)((high.x - low.x + 1) * (high.y - low.y + 1));
    uint place = atomic_add(queued, count);
    if (place + count > (uint)raster->queue_limit) {
        atomic_max(needed, place + count);
        return;
    }
    for (int y = low.y; y <= high.y; ++y) {
        for (int x = low.x; x <= high.x; ++x) {
            queue[place++] = (uint2)(triangle, (uint)(y << 16 | x));
        }
    }
}

// queue  (triangle, tile y << 16 | x) of large triangles, (triangle, WHOLE_TRIANGLE) of those to be clipped
__kernel void raster_triangles(const FrameParams frame_value, const RasterParams raster_value, SCENE_PARAMS,
                               MESH_PARAMS, volatile __global uint *queued, __global uint2 *queue,
                               volatile __global uint *needed) {
    const FrameParams *frame = &frame_value;
    const RasterParams *raster = &raster_value;
    const uint triangle = (uint)get_global_id(0);
    if (triangle >= (uint)raster->triangles) {
        return;
    }
    int4 found[3];
    triangle_corners(frame, raster, MESH, triangle, found);
    const int4 first = found[0], second = found[1], third = found[2];
    if (first.w & second.w & third.w & OUTSIDE_ALL) {
        return;
    }
    if ((first.w | second.w | third.w) & MUST_CLIP) {
        const uint place = atomic_inc(queued);
        if (place < (uint)raster->queue_limit) {
            queue[place] = (uint2)(triangle, WHOLE_TRIANGLE);
        } else {
            atomic_max(needed, place + 1u);
        }
        return;
    }
    const Corner a = load_corner(first), b = load_corner(second), c = load_corner(third);
    const PixelRect rect = covered_rect(frame, a, b, c);
    const int2 size = rect.high - rect.low + (int2)(1);
    if (size.x <= 0 || size.y <= 0) {
        return;
    }
    if (size.x * size.y > SMALL_AREA) {
        queue_tiles(raster, rect, triangle, queued, queue, needed);
    } else {
        rasterise(frame, raster, SCENE, a, b, c, rect, (int2)(0), 1, (uint)raster->first + triangle);
    }
}
