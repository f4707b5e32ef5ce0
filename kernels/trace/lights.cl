// Lamps: discs far away.
// Provides: basis_around, direction_around, LightWay, choose_light.   Requires: trace_params.h, philox.cl.

// Two unit vectors across a third (Duff and others 2017, "Building an orthonormal basis, revisited").
static void basis_around(float3 axis, float3 *right, float3 *up) {
    const float sign = copysign(1.0f, axis.z);
    const float a = -1.0f / (sign + axis.z), b = axis.x * axis.y * a;
    *right = (float3)(1.0f + sign * axis.x * axis.x * a, sign * b, -sign * axis.x);
    *up = (float3)(b, sign + axis.y * axis.y * a, -axis.y);
}

// The direction at these angles to an axis.
static float3 direction_around(float3 axis, float cosine, float angle) {
    float3 right, up;
    basis_around(axis, &right, &up);
    const float sine = sqrt(fmax(1.0f - cosine * cosine, 0.0f));
    return normalize(right * (sine * cos(angle)) + up * (sine * sin(angle)) + axis * cosine);
}

// A way to a place on one of the lights.
typedef struct LightWay {
    float3 toward; // aligned space, unit vector
    float3 light;  // radiance times the solid angle of the light, over the probability of this light: r, g, b
} LightWay;

// Lights are discs so far away that they look the same from everywhere in the volume: a cap of directions around their
// own, all of which are as likely. One of them stands for all.
static LightWay choose_light(__global const TraceParams *trace, Random *random) {
    const int count = trace->light_count;
    const int chosen = min((int)(next_random(random) * (float)count), count - 1);
    const float cosine = 1.0f - next_random(random) * (1.0f - trace->cos_radius);
    const float angle = 2.0f * M_PI_F * next_random(random);
    LightWay way;
    way.toward = direction_around(vload3(chosen, trace->directions), cosine, angle);
    way.light = vload3(chosen, trace->colors) * (M_PI_F * (float)count);
    return way;
}
