// Fragments of triangles: which pixels one covers, and which fragments count.
// Provides: PixelRect, covered_rect, rasterise.
// Requires: raster_project.cl, scene_raster.cl, seen_triangle.cl, raster_put_*.cl, surface_label_*.cl, clip_plane.cl,
// clip_hole.cl, vectors.cl.

// Pixels of the whole picture from `low` to `high`, both included; empty if one is above the other.
typedef struct PixelRect {
    int2 low, high;
} PixelRect;

// Pixels of the part that is drawn whose centres may lie in a triangle.
static PixelRect covered_rect(const FrameParams *frame, Corner a, Corner b, Corner c) {
    const int2 first = (int2)(min(a.x, min(b.x, c.x)), min(a.y, min(b.y, c.y))) + (int2)(SUBPIXELS - 1);
    const int2 last = (int2)(max(a.x, max(b.x, c.x)), max(a.y, max(b.y, c.y)));
    PixelRect rect;
    const int2 origin = (int2)(frame->view.pixel_origin[0], frame->view.pixel_origin[1]);
    rect.low = max(first >> 8, origin); // log2 of SUBPIXELS
    rect.high = min(last >> 8, origin + (int2)(frame->view.size[0] - 1, frame->view.size[1] - 1));
    return rect;
}

// Is a place in voxel space inside the clip box, on the kept sides of the clipping planes and not cut out?
static int is_unclipped(const FrameParams *frame, float3 voxel) {
    const float3 low = vector3(frame->volume.box_min), high = vector3(frame->volume.box_max);
    int kept = all(voxel >= low) && all(voxel <= high);
    for (int i = 0; i < frame->volume.plane_count; ++i) {
        const float4 plane = clip_plane(frame, i);
        kept = kept && dot(plane.xyz, voxel) + plane.w >= 0.0f;
    }
    return kept && !is_cut_out(frame, voxel);
}

// A fragment that is neither clipped nor hidden, by others or by its label, goes to its pixel.
static void take_fragment(const FrameParams *frame, const RasterParams *raster, SCENE_PARAMS, int x, int y,
                          float nearness, uint triangle) {
    const ulong fragment = (ulong)rank_of_nearness(frame, nearness) << 32 | triangle;
    const size_t pixels = (size_t)frame->view.size[0] * (size_t)frame->view.size[1];
    const size_t column = (size_t)(x - frame->view.pixel_origin[0]), row = (size_t)(y - frame->view.pixel_origin[1]);
    const size_t pixel = row * (size_t)frame->view.size[0] + column;
    if (is_hidden(raster, visible, pixels, pixel, fragment)) {
        return;
    }
    if (LABELLED || raster->clipped) {
        const SightLine line = line_of_pixel(frame, x, y);
        const float3 voxel =
            (line.eye + way_to_fragment(frame, line.through, nearness)) * vector3(frame->volume.voxel_from_aligned);
        if (raster->clipped && !is_unclipped(frame, voxel)) {
            return;
        }
        const int3 last = (int3)(frame->volume.dims[0] - 1, frame->volume.dims[1] - 1, frame->volume.dims[2] - 1);
        if (surface_label(frame, voxels, labels, label_colors, raster->isovalue, last, (int3)(0), voxel, (float3)(0.0f))
                .w <= 0.0f) {
            return;
        }
    }
    put_fragment(raster, visible, pixels, pixel, fragment);
}

// Twice the area, signed, of the triangle between an edge and a place; x grows to the right and y down.
static long edge_value(Corner from, Corner to, int x, int y) {
    return (long)(to.x - from.x) * (long)(y - from.y) - (long)(to.y - from.y) * (long)(x - from.x);
}

// A pixel centre exactly on an edge belongs to the triangle if that is a left or a top edge of it: 0, else -1.
static long edge_bias(Corner from, Corner to) {
    const int down = to.y - from.y;
    return down < 0 || (down == 0 && to.x > from.x) ? 0 : -1;
}

// Takes every fragment of a triangle at the pixels low + offset + i * stride of a rectangle. Both sides are drawn.
static void rasterise(const FrameParams *frame, const RasterParams *raster, SCENE_PARAMS, Corner a, Corner b, Corner c,
                      PixelRect rect, int2 offset, int stride, uint triangle) {
    long area = edge_value(a, b, c.x, c.y);
    if (area == 0) {
        return;
    }
    if (area < 0) {
        const Corner swapped = b;
        b = c;
        c = swapped;
        area = -area;
    }
    const long bias_a = edge_bias(b, c), bias_b = edge_bias(c, a), bias_c = edge_bias(a, b);
    const long right_a = -(long)(c.y - b.y) * SUBPIXELS * stride, right_b = -(long)(a.y - c.y) * SUBPIXELS * stride,
               right_c = -(long)(b.y - a.y) * SUBPIXELS * stride;
    const float inverse_area = exact_reciprocal((float)area);
    for (int y = rect.low.y + offset.y; y <= rect.high.y; y += stride) {
        int x = rect.low.x + offset.x;
        long at_a = edge_value(b, c, x * SUBPIXELS, y * SUBPIXELS) + bias_a;
        long at_b = edge_value(c, a, x * SUBPIXELS, y * SUBPIXELS) + bias_b;
        long at_c = edge_value(a, b, x * SUBPIXELS, y * SUBPIXELS) + bias_c;
        for (; x <= rect.high.x; x += stride, at_a += right_a, at_b += right_b, at_c += right_c) {
            if ((at_a | at_b | at_c) >= 0) {
                const float share_b = (float)(at_b - bias_b) * inverse_area;
                const float share_c = (float)(at_c - bias_c) * inverse_area;
                const float nearness =
                    fma(share_b, b.nearness - a.nearness, fma(share_c, c.nearness - a.nearness, a.nearness));
                take_fragment(frame, raster, SCENE, x, y, nearness, triangle);
            }
        }
    }
}
