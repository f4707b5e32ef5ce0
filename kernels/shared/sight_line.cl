// What a pixel looks along: the ray caster and the rasteriser must agree on it in every bit, and drivers should: a ray
// that grazes a surface, or a plateau of exactly the isovalue, sees it or does not. Hence each rounding is written out.
// Provides: SightLine, line_of_pixel, line_of_place.   Requires: shared_types.h, vectors.cl.

// Aligned space.
typedef struct SightLine {
    float3 eye;     // where it begins; of parallel rays the pixel's own place
    float3 through; // way to a place at depth 1, not of unit length
} SightLine;

// Through the centre of a pixel. One eye of all pixels comes out as it is, in every bit.
// x, y  of the whole picture
static SightLine line_of_pixel(const FrameParams *frame, int x, int y) {
    SightLine line;
    line.eye = fma((float3)((float)x), vector3(frame->view.eye_dx),
                   fma((float3)((float)y), vector3(frame->view.eye_dy), vector3(frame->view.eye)));
    line.through = fma((float3)((float)x), vector3(frame->view.ray_dx),
                       fma((float3)((float)y), vector3(frame->view.ray_dy), vector3(frame->view.ray_corner)));
    return line;
}

// pixel  its number in the part that is drawn
static SightLine line_of_place(const FrameParams *frame, size_t pixel) {
    return line_of_pixel(frame, (int)(pixel % (size_t)frame->view.size[0]) + frame->view.pixel_origin[0],
                         (int)(pixel / (size_t)frame->view.size[0]) + frame->view.pixel_origin[1]);
}
