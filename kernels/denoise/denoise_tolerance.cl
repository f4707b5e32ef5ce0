// How far a pixel and another may be apart and still show one surface: more where what is known of them is noise
// itself, as in clouds, where a pixel is like none of its neighbours. Beside an edge each has some that are like it.
// Provides: kernel find_tolerances.   Requires: denoise_surface.cl.

// own         of the settings: normal, depth as a share, albedo
// tolerances  half of that of a pair each: squared of normals, of depth, squared of albedos
// One work-item a pixel.
__kernel void find_tolerances(__global const float4 *surface, __global const float4 *normal,
                              __global const float2 *slopes, const int width, const int height, const float4 own,
                              __global float4 *tolerances) {
    const int x = (int)get_global_id(0), y = (int)get_global_id(1);
    if (x >= width || y >= height) {
        return;
    }
    const int pixel = y * width + x;
    const float4 matter = surface[pixel], facing = normal[pixel];
    if (matter.w == 0.0f) {
        tolerances[pixel] = (float4)(0.0f);
        return;
    }
    float4 nearest = (float4)(FLT_MAX); // squared, as it is, squared
    for (int j = -1; j <= 1; ++j) {
        for (int i = -1; i <= 1; ++i) {
            const int u = x + i, v = y + j;
            if ((i == 0 && j == 0) || u < 0 || v < 0 || u >= width || v >= height ||
                surface[v * width + u].w == 0.0f) {
                continue;
            }
            const int other = v * width + u;
            const float3 turned = normal[other].xyz - facing.xyz, painted = surface[other].xyz - matter.xyz;
            // Along rows and columns the slope fits one of the neighbours anyway.
            const float off = i != 0 && j != 0
                                  ? fabs(normal[other].w - facing.w - dot(slopes[pixel], (float2)((float)i, (float)j)))
                                  : FLT_MAX;
            nearest = fmin(nearest, (float4)(dot(turned, turned), off, dot(painted, painted), 0.0f));
        }
    }
    nearest = nearest == FLT_MAX ? (float4)(0.0f) : nearest; // it has no neighbours
    const float doubt = 4.0f;
    tolerances[pixel] = (float4)(fma(doubt * doubt, nearest.x, 0.5f * own.x * own.x),
                                 fma(doubt, nearest.y, fmax(0.5f * own.y * facing.w, 1e-20f)),
                                 fma(doubt * doubt, nearest.z, 0.5f * own.z * own.z), 0.0f);
}
