// Light from all around as a picture says. Paths come upon it where they leave the volume, and it is looked for at each
// collision, where it is bright; both estimates are weighed by how probable each makes a direction (multiple importance
// sampling by the balance heuristic: Veach and Guibas 1995).
// Provides: environment, add_light_from_around, share_come_upon.
// Requires: trace_params.h, philox.cl, scatter.cl, flight.cl, lights.cl.

// What of the picture lies in a direction: r, g, b, and how probable choose_direction() makes it, per solid angle.
// direction  aligned space, unit vector
static float4 panorama_texel(__global const TraceParams *trace, __global const float4 *panorama, float3 direction) {
    const int columns = trace->panorama_size[0], rows = trace->panorama_size[1];
    const float right = dot(direction, vload3(0, trace->panorama_axes)),
                up = dot(direction, vload3(1, trace->panorama_axes)),
                ahead = dot(direction, vload3(2, trace->panorama_axes));
    const float longitude = atan2(right, ahead) * (0.5f / M_PI_F) + 0.5f;
    const float latitude = acos(clamp(up, -1.0f, 1.0f)) / M_PI_F;
    const int column = clamp((int)(longitude * (float)columns), 0, columns - 1);
    const int row = clamp((int)(latitude * (float)rows), 0, rows - 1);
    return panorama[row * columns + column];
}

// Radiance, r, g, b.
static float3 environment(__global const TraceParams *trace, __global const float4 *panorama, float3 direction) {
    return panorama_texel(trace, panorama, direction).xyz * vload3(0, trace->environment_top);
}

// A direction, as probable as what comes from there is bright: a pixel by the alias table (Walker 1977), then any place
// of it. Returns its texel.
// aliases  of each pixel: the probability to be itself, and the number of the other one that it is else
static float4 choose_direction(__global const TraceParams *trace, __global const float4 *panorama,
                               __global const float2 *aliases, Random *random, float3 *direction) {
    const int columns = trace->panorama_size[0], rows = trace->panorama_size[1], count = columns * rows;
    int chosen = min((int)(next_random(random) * (float)count), count - 1);
    const float2 alias = aliases[chosen];
    chosen = next_random(random) < alias.x ? chosen : as_int(alias.y);
    const int row = chosen / columns, column = chosen % columns;
    const float above = cos(M_PI_F * (float)row / (float)rows), below = cos(M_PI_F * (float)(row + 1) / (float)rows);
    const float cosine = mix(above, below, next_random(random)), sine = sqrt(fmax(1.0f - cosine * cosine, 0.0f));
    const float longitude = 2.0f * M_PI_F * (((float)column + next_random(random)) / (float)columns - 0.5f);
    *direction = normalize(sine * sin(longitude) * vload3(0, trace->panorama_axes) +
                           cosine * vload3(1, trace->panorama_axes) +
                           sine * cos(longitude) * vload3(2, trace->panorama_axes));
    return panorama[chosen];
}

// Light from a direction that is chosen for being bright, weighed, that a collision sends back along the path.
static void add_light_from_around(const FrameParams *frame, SCENE_PARAMS, __global const TraceParams *trace,
                                  __global const float *majorants, const Isosurfaces *isosurfaces,
                                  __global const float4 *panorama, __global const float2 *aliases, const Scatter *scatter, float3 place,
                                  Random *random, float3 *light) {
    float3 direction;
    const float4 texel = choose_direction(trace, panorama, aliases, random, &direction);
    const float density = texel.w + scattered_density(scatter, trace, direction);
    const float3 share = scattered_share(scatter, trace, direction) * texel.xyz * vload3(0, trace->environment_top);
    if (share.x + share.y + share.z <= 0.0f) {
        return;
    }
    const Flight flight = make_flight(frame, place, direction);
    *light += share * (transmittance(frame, SCENE, trace, majorants, isosurfaces, &flight, random) / fmax(density, 1e-20f));
}

// Weight of what a path comes upon that has been scattered into a direction.
static float share_come_upon(__global const TraceParams *trace, __global const float4 *panorama,
                             const Scatter *scatter, float3 direction) {
    const float scattered = scattered_density(scatter, trace, direction);
    return scattered / fmax(scattered + panorama_texel(trace, panorama, direction).w, 1e-20f);
}
