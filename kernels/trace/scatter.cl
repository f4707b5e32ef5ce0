// What becomes of light at a collision: it is scattered by matter all around, or by a surface where the field changes
// fast (Kroes, Post and Botha 2012, "Exposure Render").
// Provides: Scatter, gradient_at, surface_share, scatter_at, scatter_of_surface, scattered_share, scattered_density,
// scatter_path.   Requires: trace_params.h, philox.cl, matter_*.cl, label_*.cl, lights.cl, fly_*.cl, surfaces_*.cl, vectors.cl.

typedef struct Scatter {
    float3 toward; // where the path came from, aligned space, unit vector
    float3 normal; // of the surface, on the side of `toward`; unit vector
    float3 color;  // share of the light that is not absorbed, r, g, b in [0, 1]
    int surface;   // not 0: a surface
} Scatter;

// Of the field that is interpolated, by central differences over two voxels: per aligned length.
// position  sampling space
static float3 gradient_at(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    const float x = position.x, y = position.y, z = position.z;
    const float3 difference = (float3)(
        field_at(frame, SCENE, (float3)(x + 1.0f, y, z)) - field_at(frame, SCENE, (float3)(x - 1.0f, y, z)),
        field_at(frame, SCENE, (float3)(x, y + 1.0f, z)) - field_at(frame, SCENE, (float3)(x, y - 1.0f, z)),
        field_at(frame, SCENE, (float3)(x, y, z + 1.0f)) - field_at(frame, SCENE, (float3)(x, y, z - 1.0f)));
    return difference * (0.5f * vector3(frame->volume.voxel_from_aligned));
}

// Probability that a collision is with a surface: opacity (1 - exp(-25 s^3 |gradient|)), the gradient in shares of the
// range of the data a voxel length (Kroes and others 2012, equation 4). What the rounding of integers may have made is
// no gradient.
static float surface_share(const FrameParams *frame, __global const TraceParams *trace, float opacity, float gradient) {
    return gradient > frame->sampling.smallest_gradient ? opacity * (1.0f - exp(-trace->gradient_factor * gradient))
                                                        : 0.0f;
}

// toward  aligned space, unit vector to where the path came from
static Scatter scatter_at(const FrameParams *frame, SCENE_PARAMS, __global const TraceParams *trace,
                          const Matter *matter, float3 toward, Random *random) {
    const float3 gradient = gradient_at(frame, SCENE, matter->position);
    const float size = length(gradient);
    Scatter scatter;
    scatter.toward = toward;
    scatter.color = label_rgb(frame, SCENE, matter->position, sample_rgb(frame, SCENE, matter->sample));
    scatter.surface = next_random(random) < surface_share(frame, trace, matter->opacity, size);
    scatter.normal = scatter.surface ? gradient * (copysign(1.0f, dot(gradient, toward)) / size) : toward;
    return scatter;
}

// Of an isosurface.
static Scatter scatter_of_surface(const SurfaceHit *hit, float3 toward) {
    Scatter scatter;
    scatter.toward = toward;
    scatter.normal = hit->normal;
    scatter.color = hit->color;
    scatter.surface = 1;
    return scatter;
}

// Share of the light that goes from one direction into another, per solid angle (Henyey and Greenstein 1941).
// cosine  of the angle by which it is turned; g  mean of it
static float henyey_greenstein(float cosine, float g) {
    const float wide = fmax(1.0f + g * g - 2.0f * g * cosine, 1e-6f);
    return (1.0f - g * g) / (4.0f * M_PI_F * wide * sqrt(wide));
}

static float henyey_greenstein_cosine(float g, float random) {
    const float way = (1.0f - g * g) / (1.0f - g + 2.0f * g * random);
    return fabs(g) < 1e-3f ? 1.0f - 2.0f * random : clamp((1.0f + g * g - way * way) / (2.0f * g), -1.0f, 1.0f);
}

// Reflectance at grazing angles, where everything mirrors but for what has next to no clear layer: 0 is a matt surface
// alone.
static float3 grazing_reflectance(float3 ahead) { return fmin(ahead * 50.0f, 1.0f); }

// Reflectance at this cosine between half vector and light (Schlick 1994).
static float3 fresnel(__global const TraceParams *trace, float cosine) {
    const float rest = 1.0f - clamp(cosine, 0.0f, 1.0f), squared = rest * rest;
    const float3 ahead = vload3(0, trace->specular);
    return mix(ahead, grazing_reflectance(ahead), squared * squared * rest);
}

// Share of even light that the clear layer sends back to this cosine; all else reaches the matt surface below it, so
// that a white surface loses nothing (albedo scaling: Kelemen and Szirmay-Kalos 2001).
static float3 layer_albedo(__global const TraceParams *trace, float cosine) {
    const float place = sqrt(clamp(cosine, 0.0f, 1.0f)) * (float)(TRACE_LAYER_ANGLES - 1);
    const int entry = min((int)place, TRACE_LAYER_ANGLES - 2);
    const float2 shares =
        mix(vload2(entry, trace->layer), vload2(entry + 1, trace->layer), place - (float)entry);
    const float3 ahead = vload3(0, trace->specular);
    return ahead * shares.x + grazing_reflectance(ahead) * shares.y;
}

// Share of the facets of a rough surface that no other one hides (Smith; GGX: Walter and others 2007, equation 34).
// cosine  to the normal, above 0
static float facets_seen(float cosine, float roughness) {
    const float squared = roughness * roughness;
    return 2.0f * cosine / (cosine + sqrt(squared + (1.0f - squared) * cosine * cosine));
}

// Of a surface: a matt one (Lambert) below a rough, clear layer (GGX). Times the cosine to the light.
static float3 surface_share_toward(const Scatter *scatter, __global const TraceParams *trace, float3 light) {
    const float to_light = dot(scatter->normal, light), to_eye = fmax(dot(scatter->normal, scatter->toward), 1e-4f);
    if (to_light <= 0.0f) {
        return (float3)(0.0f);
    }
    const float3 half_way = normalize(light + scatter->toward);
    const float squared = trace->roughness * trace->roughness, to_half = dot(scatter->normal, half_way);
    const float narrow = to_half * to_half * (squared - 1.0f) + 1.0f;
    const float facets = squared / (M_PI_F * narrow * narrow);
    const float seen = facets_seen(to_light, trace->roughness) * facets_seen(to_eye, trace->roughness);
    const float3 mirrored = fresnel(trace, dot(half_way, light)) * (facets * seen / (4.0f * to_eye));
    const float3 matt = scatter->color * (1.0f - layer_albedo(trace, to_eye)) * (to_light / M_PI_F);
    return mirrored + matt;
}

// Share of the light from a direction that goes back along the path, r, g, b, per solid angle.
static float3 scattered_share(const Scatter *scatter, __global const TraceParams *trace, float3 light) {
    return scatter->surface ? surface_share_toward(scatter, trace, light)
                            : scatter->color * henyey_greenstein(-dot(scatter->toward, light), trace->anisotropy);
}

// A facet that the path sees, each as likely as it is large to it (Heitz 2018, "Sampling the GGX distribution of visible
// normals"); in a space whose third axis is the normal.
static float3 seen_facet(float3 toward, float roughness, float random_x, float random_y) {
    const float3 stretched = normalize((float3)(roughness * toward.xy, toward.z));
    const float across = dot(stretched.xy, stretched.xy);
    const float3 first = across > 0.0f ? (float3)(-stretched.y, stretched.x, 0.0f) * rsqrt(across)
                                       : (float3)(1.0f, 0.0f, 0.0f);
    const float3 second = cross(stretched, first);
    const float radius = sqrt(random_x), angle = 2.0f * M_PI_F * random_y, share = 0.5f * (1.0f + stretched.z);
    const float x = radius * cos(angle);
    const float y = mix(sqrt(fmax(1.0f - x * x, 0.0f)), radius * sin(angle), share);
    const float3 facet = first * x + second * y + stretched * sqrt(fmax(1.0f - x * x - y * y, 0.0f));
    return normalize((float3)(roughness * facet.xy, fmax(facet.z, 1e-6f)));
}

// The mirrored part of scatter_path(): one of the facets sends it on.
static float3 mirror_path(const Scatter *scatter, __global const TraceParams *trace, Random *random,
                          float3 *direction) {
    float3 right, up;
    basis_around(scatter->normal, &right, &up);
    const float3 toward =
        (float3)(dot(right, scatter->toward), dot(up, scatter->toward), fmax(dot(scatter->normal, scatter->toward), 1e-4f));
    const float random_x = next_random(random), random_y = next_random(random);
    const float3 facet = seen_facet(toward, trace->roughness, random_x, random_y);
    const float cosine = dot(facet, toward);
    const float3 mirrored = facet * (2.0f * cosine) - toward;
    *direction = normalize(right * mirrored.x + up * mirrored.y + scatter->normal * mirrored.z);
    return mirrored.z > 0.0f ? fresnel(trace, cosine) * facets_seen(mirrored.z, trace->roughness) : (float3)(0.0f);
}

// Probability of the clear layer, else of the matt surface below it, by how much they send back.
static float mirror_probability(const Scatter *scatter, __global const TraceParams *trace) {
    const float3 mirrored = layer_albedo(trace, dot(scatter->normal, scatter->toward));
    const float3 matt = scatter->color * (1.0f - mirrored);
    const float strength = mirrored.x + mirrored.y + mirrored.z;
    return strength / fmax(strength + matt.x + matt.y + matt.z, 1e-6f);
}

// How probable scatter_path() makes a direction, per solid angle.
static float scattered_density(const Scatter *scatter, __global const TraceParams *trace, float3 direction) {
    if (!scatter->surface) {
        return henyey_greenstein(-dot(scatter->toward, direction), trace->anisotropy);
    }
    const float to_light = dot(scatter->normal, direction), to_eye = fmax(dot(scatter->normal, scatter->toward), 1e-4f);
    if (to_light <= 0.0f) {
        return 0.0f;
    }
    const float squared = trace->roughness * trace->roughness;
    const float to_half = dot(scatter->normal, normalize(direction + scatter->toward));
    const float narrow = to_half * to_half * (squared - 1.0f) + 1.0f;
    const float facets = squared / (M_PI_F * narrow * narrow);
    const float share = mirror_probability(scatter, trace);
    return share * facets * facets_seen(to_eye, trace->roughness) / (4.0f * to_eye) +
           (1.0f - share) * to_light / M_PI_F;
}

// Chooses where the path comes from before the collision.
// Returns the share of the light from there that goes on, over the probability of the direction.
static float3 scatter_path(const Scatter *scatter, __global const TraceParams *trace, Random *random,
                           float3 *direction) {
    if (!scatter->surface) {
        const float cosine = henyey_greenstein_cosine(trace->anisotropy, next_random(random));
        *direction = direction_around(-scatter->toward, cosine, 2.0f * M_PI_F * next_random(random));
        return scatter->color;
    }
    const float share = mirror_probability(scatter, trace);
    if (next_random(random) < share) {
        return mirror_path(scatter, trace, random, direction) / share;
    }
    const float cosine = sqrt(1.0f - next_random(random));
    *direction = direction_around(scatter->normal, cosine, 2.0f * M_PI_F * next_random(random));
    const float3 mirrored = layer_albedo(trace, dot(scatter->normal, scatter->toward));
    return scatter->color * (1.0f - mirrored) / (1.0f - share);
}
