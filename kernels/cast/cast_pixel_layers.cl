// Casts the ray of one pixel through a volume with surfaces in it: up to a surface, the surface, on behind it.
// Provides: cast_pixel.   Requires: traversal_*.cl, rest_*.cl, layer.cl, pixel.cl.

// The part of a ray in front of a surface.
static void end_at_surface(const FrameParams *frame, Ray *part, float depth) {
    part->exit = fmin(part->exit, (depth - part->t_first) / frame->sampling.step);
    part->sample_count = fmin(part->sample_count, samples_before_surface(part));
}

// The part of a ray behind a surface. Its lattice of samples begins anew.
static Ray ray_behind(const FrameParams *frame, const Ray *whole, float depth) {
    Ray part = *whole;
    part.t_first = fma(-whole->entry, frame->sampling.step, depth);
    part.exit = whole->exit - (part.t_first - whole->t_first) / frame->sampling.step;
    part.sample_count = whole->sample_count > 0.0f ? fmax(ceil(part.exit), 0.0f) : 0.0f;
    part.face = -1;
    return part;
}

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
            const float4 rgba = layer_rgba(layer);
            const float weight = front.transmittance * rgba.w;
            front.rgb = fma((float3)(weight), rgba.xyz, front.rgb);
            front.transmittance -= weight;
            count_opacity(&counts, front.transmittance, layer_depth(layer));
            open = front.transmittance >= frame->compositing.transmittance_end;
            part = ray_behind(frame, &whole, layer_depth(layer));
        }
    }
    if (inside) {
        store_pixel(frame, SCENE, PIXELS, xy, &front, &counts);
    }
}
