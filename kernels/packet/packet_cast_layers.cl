// Casts the rays of a packet through a volume with surfaces in it: up to a surface, the surface, on behind it;
// cast_pixel_layers.cl in lanes.
// Provides: cast_rays.
// Requires: packet_hole_*.cl, packet_traversal_*.cl, packet_rest_*.cl, packet_integrate.cl, packet_ray.cl,
// packet_gather.cl, layer.cl.

// The parts of the rays in front of their surfaces.
static void end_at_surfaces(const FrameParams *frame, Rays *part, int16 lanes, float16 depth) {
    const float16 exit = min(part->exit, (depth - part->t_first) / frame->sampling.step);
    part->exit = select(part->exit, exit, lanes);
    const int16 count = min(part->sample_count, convert_int16(samples_before_surfaces(part)));
    part->sample_count = select(part->sample_count, count, lanes);
}

// The parts of the rays behind their surfaces. Their lattices of samples begin anew.
static Rays rays_behind(const FrameParams *frame, const Rays *whole, float16 depth) {
    Rays part = *whole;
    part.t_first = fma(-whole->entry, (float16)(frame->sampling.step), depth);
    const float16 steps = (part.t_first - whole->t_first) / frame->sampling.step;
    part.exit = whole->exit - steps;
    part.holes = holes_behind(whole->holes, steps);
    part.sample_count = max(convert_int16(ceil(part.exit)), (int16)(0)) & (whole->sample_count > 0);
    part.face = (int16)(-1);
    return part;
}

// One channel of a layer (shift 0, 8, 16, 24 for r, g, b, a), in [0, 1].
static float16 layer_channel(uint16 rgba, uint shift) {
    return convert_float16(as_int16((rgba >> shift) & 255u)) * (1.0f / 255.0f);
}

// Puts layers behind what `front` already holds, in some lanes.
static void composite_layers(uint16 rgba, int16 lanes, Front *front) {
    Vector16 rgb;
    rgb.x = layer_channel(rgba, 0);
    rgb.y = layer_channel(rgba, 8);
    rgb.z = layer_channel(rgba, 16);
    const float16 opacity = select((float16)(0.0f), layer_channel(rgba, 24), lanes);
    const float16 weight = front->transmittance * opacity;
    front->rgb = along(front->rgb, weight, rgb);
    front->transmittance -= weight;
}

// left, top  pixel of lane 0, see make_rays()
static void cast_rays(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, int left, int top,
                      __global const uint2 *layers, int layer_count, Front *front, Counts *counts) {
    const int16 x = left + (int16)(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
    const int16 y = top + (int16)(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    int16 open = (x < frame->view.size[0]) & (y < frame->view.size[1]);
    const int16 pixel = select((int16)(0), y * frame->view.size[0] + x, open);
    const size_t count = (size_t)frame->view.size[0] * (size_t)frame->view.size[1];
    Rays part = *rays;
    for (int i = 0; i <= layer_count && any(open); ++i) {
        uint16 depth = (uint16)(NO_LAYER), rgba = (uint16)(0);
        if (i < layer_count) {
            gather_uint2(layers + (size_t)i * count, pixel, &depth, &rgba);
        }
        const int16 surface = open & (depth != NO_LAYER);
        const float16 surface_depth = select((float16)(0.0f), as_float16(depth), surface);
        end_at_surfaces(frame, &part, surface, surface_depth);
        part.sample_count &= open;
        part.longest = largest_lane(part.sample_count);
        begin_part(front);
        traverse(frame, SCENE, &part, front, counts);

        const float end = frame->compositing.transmittance_end;
        open = surface & (front->transmittance >= end);
        integrate_rests(frame, SCENE, &part, open & (rays->sample_count > 0), front, counts);
        open &= front->transmittance >= end;
        composite_layers(rgba, open, front);
        open &= front->transmittance >= end;
        part = rays_behind(frame, rays, surface_depth);
    }
}
