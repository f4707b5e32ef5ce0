// Takes vertices to the picture, in whole subpixels.
// Provides: SUBPIXELS, GUARD_PIXELS, NEAR_DEPTH, MUST_CLIP, OUTSIDE_ALL, Corner, picture_of_voxel, exact_reciprocal,
//           corner_of_picture, projected, kernel project_vertices.
// Requires: shared_types.h.

// A pixel has 256 x 256 subpixels, and coverage is decided in whole numbers: triangles that share an edge see the same
// edge. Triangles that leave the guard band are clipped to it, so 26 bits hold a coordinate and 53 a product of two.
enum { SUBPIXELS = 256, GUARD_PIXELS = 1 << 16 };

#define NEAR_DEPTH 1e-3f // aligned lengths; nothing nearer is drawn

// Where a vertex cannot be seen from, and whether its triangles must be clipped.
enum { OUTSIDE_NEAR = 1, OUTSIDE_LEFT = 2, OUTSIDE_RIGHT = 4, OUTSIDE_TOP = 8, OUTSIDE_BOTTOM = 16, MUST_CLIP = 32,
       OUTSIDE_ALL = 31 };

typedef struct Corner {
    int x, y;       // subpixels; the centre of the whole picture's pixel (0, 0) is (0, 0)
    float nearness; // 1 / depth, of parallel rays the depth: what is linear over the picture
} Corner;

// (x w, y w, w), of parallel rays (x, y, w). The arithmetic is spelled out, so that all programs agree on every bit.
static float3 picture_of_voxel(const RasterParams *raster, float3 voxel) {
    const float *m = raster->pixel_from_voxel;
    return (float3)(fma(m[0], voxel.x, fma(m[1], voxel.y, fma(m[2], voxel.z, m[3]))),
                    fma(m[4], voxel.x, fma(m[5], voxel.y, fma(m[6], voxel.z, m[7]))),
                    fma(m[8], voxel.x, fma(m[9], voxel.y, fma(m[10], voxel.z, m[11]))));
}

// Correctly rounded up to rare halves, whatever the device's division makes of 1 / x: a vertex that is rounded to the
// next subpixel is another triangle.
static float exact_reciprocal(float x) {
    const float estimate = 1.0f / x;
    return fma(fma(-x, estimate, 1.0f), estimate, estimate);
}

// Precondition: in front of the near plane and inside the guard band.
static Corner corner_of_picture(const FrameParams *frame, float3 p) {
    Corner corner;
    if (frame->view.parallel) {
        corner.nearness = p.z;
        corner.x = convert_int_rte(p.x * (float)SUBPIXELS);
        corner.y = convert_int_rte(p.y * (float)SUBPIXELS);
        return corner;
    }
    corner.nearness = exact_reciprocal(p.z);
    corner.x = convert_int_rte(p.x * corner.nearness * (float)SUBPIXELS);
    corner.y = convert_int_rte(p.y * corner.nearness * (float)SUBPIXELS);
    return corner;
}

// Half-spaces are linear in (x w, y w, w): that holds behind the eye, too.
static int outside_of_picture(const FrameParams *frame, float3 p) {
    const int2 origin = (int2)(frame->view.pixel_origin[0], frame->view.pixel_origin[1]);
    const float w = frame->view.parallel ? 1.0f : p.z;
    const float left = (float)(origin.x - 1) * w, right = (float)(origin.x + frame->view.size[0]) * w;
    const float top = (float)(origin.y - 1) * w, bottom = (float)(origin.y + frame->view.size[1]) * w;
    const float guard = (float)GUARD_PIXELS * w;
    int outside = p.z < NEAR_DEPTH ? OUTSIDE_NEAR | MUST_CLIP : 0;
    outside |= (p.x < left ? OUTSIDE_LEFT : 0) | (p.x > right ? OUTSIDE_RIGHT : 0);
    outside |= (p.y < top ? OUTSIDE_TOP : 0) | (p.y > bottom ? OUTSIDE_BOTTOM : 0);
    return fmax(fabs(p.x), fabs(p.y)) > guard ? outside | MUST_CLIP : outside;
}

// x, y, bits of the nearness, OUTSIDE_... of a vertex in voxel space.
static int4 projected(const FrameParams *frame, const RasterParams *raster, float3 voxel) {
    const float3 p = picture_of_voxel(raster, voxel);
    const int outside = outside_of_picture(frame, p);
    Corner corner = {0, 0, 0.0f};
    if (!(outside & MUST_CLIP)) {
        corner = corner_of_picture(frame, p);
    }
    return (int4)(corner.x, corner.y, as_int(corner.nearness), outside);
}

// One work-item a vertex.
// positions  3 floats a vertex, voxel space
// corners    of each, see projected()
__kernel void project_vertices(const FrameParams frame_value, const RasterParams raster_value,
                               __global const float *positions, __global int4 *corners) {
    const FrameParams *frame = &frame_value;
    const RasterParams *raster = &raster_value;
    const int vertex = (int)get_global_id(0);
    if (vertex >= raster->vertices) {
        return;
    }
    corners[vertex] = projected(frame, raster, vload3((size_t)vertex, positions));
}
