// Casts the ray of one pixel through a volume with surfaces in it as far as the bricks on its way are there, wave by
// wave: up to a surface, the surface, on behind it.
// Provides: cast_pixel.   Requires: traversal_*.cl, layer_parts.cl, pixel.cl.
//
// states  as in cast_pixel_waves.cl: the sample is one of the part between surfaces that the seventh word tells

// All lanes go round as often as there are layers, with empty rays if need be: their warp may need their votes.
static void cast_pixel(const FrameParams *frame, SCENE_PARAMS, PIXEL_PARAMS, int2 xy) {
    const int inside = xy.x < frame->view.size[0] && xy.y < frame->view.size[1];
    const size_t count = (size_t)frame->view.size[0] * (size_t)frame->view.size[1];
    const size_t pixel = (size_t)xy.y * (size_t)frame->view.size[0] + (size_t)xy.x;
    __global uint *state = states + 8 * pixel;
    Front front = empty_front();
    float first = 0.0f;
    int number = 0; // of the part
    if (inside && state[0]) {
        first = as_float(state[1]);
        load_front(state + 2, &front);
        number = (int)state[6];
    }
    const int goes_on = inside && first >= 0.0f;
    Ray whole = make_ray(frame, SCENE, xy.x, xy.y);
    whole.sample_count = goes_on ? whole.sample_count : 0.0f;
    Counts counts = no_counts();
    Ray part = whole;
    if (goes_on && number > 0) {
        part = ray_behind(frame, &whole, layer_depth(layers[(size_t)(number - 1) * count + pixel]));
    }
    part.first = fmax(first, 0.0f);
    int open = goes_on;
    for (int i = 0; i <= layer_count; ++i) {
        const uint2 layer = open && number < layer_count ? layers[(size_t)number * count + pixel] : (uint2)(NO_LAYER);
        const int surface = layer.x != NO_LAYER;
        if (!open) {
            part.sample_count = 0.0f;
        } else if (surface) {
            end_at_surface(frame, &part, layer_depth(layer));
        }
        traverse(frame, SCENE, &part, &front, &counts);
        open = open && front.waits_at < 0.0f && surface &&
               front.transmittance >= frame->compositing.transmittance_end &&
               !(whole.sample_count > 0.0f && integrate_rest(frame, SCENE, &part, &front, &counts));
        if (open) {
            put_layer(layer, &front, &counts);
            open = front.transmittance >= frame->compositing.transmittance_end;
            part = ray_behind(frame, &whole, layer_depth(layer));
            ++number;
        }
    }
    if (goes_on) {
        state[0] = 1u;
        state[1] = as_uint(front.waits_at);
        store_front(&front, state + 2);
        state[6] = (uint)number;
        if (front.waits_at < 0.0f) {
            store_pixel(frame, SCENE, PIXELS, xy, &front, &counts);
        }
    }
}
