// Light from all around without a picture: paths come upon it where they leave the volume.
// Provides: environment, add_light_from_around, share_come_upon.   Requires: trace_params.h, scatter.cl, surfaces_*.cl.

// Radiance, r, g, b. It is even over the whole sphere, or changes from below the picture to above.
// direction  aligned space, unit vector
static float3 environment(__global const TraceParams *trace, __global const float4 *panorama, float3 direction) {
    const float share = 0.5f + 0.5f * dot(direction, vload3(0, trace->up));
    return mix(vload3(0, trace->environment_bottom), vload3(0, trace->environment_top), share);
}

// Nothing is looked for at collisions.
static void add_light_from_around(const FrameParams *frame, SCENE_PARAMS, __global const TraceParams *trace,
                                  __global const float *majorants, const Isosurfaces *isosurfaces,
                                  __global const float4 *panorama, __global const float2 *aliases, const Scatter *scatter, float3 place,
                                  Random *random, float3 *light) {}

// All of it.
static float share_come_upon(__global const TraceParams *trace, __global const float4 *panorama,
                             const Scatter *scatter, float3 direction) {
    return 1.0f;
}
