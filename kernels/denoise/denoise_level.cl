// One level of an edge-avoiding a-trous wavelet filter (Dammertz et al. 2010) led by variance (SVGF, Schied et al.
// 2017, section 4), in a form that keeps energy: pixels exchange light, what one gives the other takes.
// Provides: kernels look_around_pixels, smooth_light.   Requires: denoise_surface.cl.

// Of the cubic B-spline, at 0, 1 and 2 steps.
__constant float spline_weights[3] = {0.375f, 0.25f, 0.0625f};

// Luminance of light and its variance over 3x3 pixels: of a pixel alone both are too uncertain to compare it by.
// One work-item a pixel.
__kernel void look_around_pixels(__global const float4 *light, __global const float4 *surface, const int width,
                                 const int height, __global float2 *around) {
    const int x = (int)get_global_id(0), y = (int)get_global_id(1);
    if (x >= width || y >= height) {
        return;
    }
    float2 sum = (float2)(0.0f);
    float weights = 0.0f;
    for (int j = -1; j <= 1; ++j) {
        for (int i = -1; i <= 1; ++i) {
            const int u = x + i, v = y + j;
            if (u < 0 || v < 0 || u >= width || v >= height || surface[v * width + u].w == 0.0f) {
                continue;
            }
            const float4 there = light[v * width + u];
            const float weight = (float)((2 - abs(i)) * (2 - abs(j)));
            sum += weight * (float2)(brightness(there.xyz), there.w);
            weights += weight;
        }
    }
    around[y * width + x] = weights > 0.0f ? sum / weights : (float2)(0.0f);
}

// What a pixel is compared by.
typedef struct {
    float2 around;     // see above
    float4 surface;    // see denoise_surface.cl
    float4 normal;     // and depth
    float2 slope;      // of the depth
    float4 tolerances; // see denoise_tolerance.cl
} Guides;

// What keeps two pixels apart; their weight is e to the power of minus this. The same for both of them.
// offset     from a to b, pixels
// luminance  see DenoiseSettings
static float distance_of(Guides a, Guides b, float2 offset, float luminance) {
    const float contrast = fabs(b.around.x - a.around.x), noise = luminance * sqrt(a.around.y + b.around.y);
    const float3 turned = b.normal.xyz - a.normal.xyz, painted = b.surface.xyz - a.surface.xyz;
    // How far each lies off the plane of the other.
    const float deeper = b.normal.w - a.normal.w;
    const float off = 0.5f * (fabs(deeper - dot(a.slope, offset)) + fabs(deeper - dot(b.slope, offset)));
    const float4 tolerances = a.tolerances + b.tolerances;
    return contrast / fmax(noise, 1e-10f) + dot(turned, turned) / tolerances.x + off / tolerances.y +
           dot(painted, painted) / tolerances.z;
}

// spacing    of the pixels that are looked at
// luminance  see DenoiseSettings
// smooth     the light afterwards, and its variance
// One work-item a pixel.
__kernel void smooth_light(__global const float4 *light, __global const float2 *around, __global const float4 *surface,
                           __global const float4 *normal, __global const float2 *slopes,
                           __global const float4 *tolerances, const int width, const int height, const int spacing,
                           const float luminance, __global float4 *smooth) {
    const int x = (int)get_global_id(0), y = (int)get_global_id(1);
    if (x >= width || y >= height) {
        return;
    }
    const int own = y * width + x;
    const float4 here = light[own];
    const Guides mine = {around[own], surface[own], normal[own], slopes[own], tolerances[own]};
    if (mine.surface.w == 0.0f) {
        smooth[own] = here;
        return;
    }
    const float3 share = reflectance(mine.surface);
    const float grey = brightness(share);
    float3 taken = (float3)(0.0f); // as colour
    float kept = 1.0f, variance = 0.0f;
    for (int j = -2; j <= 2; ++j) {
        for (int i = -2; i <= 2; ++i) {
            const int u = x + i * spacing, v = y + j * spacing;
            if ((i == 0 && j == 0) || u < 0 || v < 0 || u >= width || v >= height ||
                surface[v * width + u].w == 0.0f) {
                continue;
            }
            const int other = v * width + u;
            const float4 there = light[other];
            const Guides its = {around[other], surface[other], normal[other], slopes[other], tolerances[other]};
            const float3 its_share = reflectance(its.surface);
            const float apart = distance_of(mine, its, (float2)((float)(u - x), (float)(v - y)), luminance);
            const float weight = spline_weights[abs(i)] * spline_weights[abs(j)] * exp(-apart);
            const float part = weight * fmin(grey, brightness(its_share)) / grey;
            taken += weight * fmin(share, its_share) * (there.xyz - here.xyz);
            kept -= part;
            variance = fma(part * part, there.w, variance);
        }
    }
    smooth[own] = (float4)(here.xyz + taken / share, fma(kept * kept, here.w, variance));
}
