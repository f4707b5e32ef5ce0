// Casts the ray of one pixel through a volume with surfaces in it: up to a surface, the surface, on behind it.
// Provides: cast_pixel.   Requires: traversal_*.cl, layer_parts.cl, pixel.cl.

// All lanes go round as often as there are layers, with empty rays if need be: their warp may need their votes.
static void cast_pixel(const FrameParams *frame, SCENE_PARAMS, PIXEL_PARAMS, int2 xy) {
    const int inside = xy.x < frame->view.size[0] && xy.y < frame->view.size[1];
    Ray whole = make_ray(frame, SCENE, xy.x, xy.y);
    whole.sample_count = inside ? whole.sample_count : 0.0f;
    const size_t count = (size_t)frame->view.size[0] * (size_t)frame->view.size[1];
    const size_t pixel = (size_t)xy.y * (size_t)frame->view.size[0] + (size_t)xy.x;
    Front front = empty_front();
    Counts counts = no_counts();
    Ray part = whole;
    int open = inside;
    for (int i = 0; i <= layer_count; ++i) {
        const uint2 layer = open && i < layer_count ? layers[(size_t)i * count + pixel] : (uint2)(NO_LAYER);
        const int surface = layer.x != NO_LAYER;
        if (!open) {
            part.sample_count = 0.0f;
        } else if (surface) {
            end_at_surface(frame, &part, layer_depth(layer));
        }
        traverse(frame, SCENE, &part, &front, &counts);
        open = open && surface && front.transmittance >= frame->compositing.transmittance_end &&
               !(whole.sample_count > 0.0f && integrate_rest(frame, SCENE, &part, &front, &counts));
        if (open) {
            put_layer(layer, &front, &counts);
            open = front.transmittance >= frame->compositing.transmittance_end;
            part = ray_behind(frame, &whole, layer_depth(layer));
        }
    }
    if (inside) {
        store_pixel(frame, SCENE, PIXELS, xy, &front, &counts);
    }
}
