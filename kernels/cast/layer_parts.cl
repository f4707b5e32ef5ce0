// Parts of a ray between surfaces.
// Provides: end_at_surface, ray_behind, put_layer.   Requires: layer.cl, rest_*.cl, integrate.cl, hole_*.cl, ray.cl.

// The part of a ray in front of a surface.
static void end_at_surface(const FrameParams *frame, Ray *part, float depth) {
    part->exit = fmin(part->exit, (depth - part->t_first) / frame->sampling.step);
    part->sample_count = fmin(part->sample_count, samples_before_surface(part));
}

// The part of a ray behind a surface. Its lattice of samples begins anew.
static Ray ray_behind(const FrameParams *frame, const Ray *whole, float depth) {
    Ray part = *whole;
    part.t_first = fma(-whole->entry, frame->sampling.step, depth);
    const float steps = (part.t_first - whole->t_first) / frame->sampling.step;
    part.exit = whole->exit - steps;
    part.hole = hole_behind(whole->hole, steps);
    part.sample_count = whole->sample_count > 0.0f ? fmax(ceil(part.exit), 0.0f) : 0.0f;
    part.face = -1;
    return part;
}

// Composites a surface.
static void put_layer(uint2 layer, Front *front, Counts *counts) {
    const float4 rgba = layer_rgba(layer);
    const float weight = front->transmittance * rgba.w;
    front->rgb = fma((float3)(weight), rgba.xyz, front->rgb);
    front->transmittance -= weight;
    count_opacity(counts, front->transmittance, layer_depth(layer));
}
