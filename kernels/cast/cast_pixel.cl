// Casts the ray of one pixel from its beginning to its end.
// Provides: cast_pixel.   Requires: traverse, pixel.cl.

// Pixels beyond the border of the picture cast an empty ray: their warp may need their votes.
static void cast_pixel(const FrameParams *frame, SCENE_PARAMS, PIXEL_PARAMS, int2 xy) {
    const int inside = xy.x < frame->view.size[0] && xy.y < frame->view.size[1];
    Ray ray = make_ray(frame, SCENE, xy.x, xy.y);
    ray.sample_count = inside ? ray.sample_count : 0.0f;
    Front front = empty_front();
    Counts counts = no_counts();
    traverse(frame, SCENE, &ray, &front, &counts);
    if (inside) {
        store_pixel(frame, SCENE, PIXELS, xy, &front, &counts);
    }
}
