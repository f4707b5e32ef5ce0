// Splits a traced picture into light and what it falls on, before the light is smoothed.
// Provides: kernel split_light.   Requires: denoise_surface.cl.

// Neither NaN nor so large that its square would be infinite.
static int is_usable(float4 values) { return all(fabs(values) <= 1e9f); }

// Depth of a pixel; 0 where there is none, also outside of the picture.
static float depth_at(__global const float4 *normal, int2 at, int2 size) {
    const int is_inside = at.x >= 0 && at.y >= 0 && at.x < size.x && at.y < size.y;
    const float depth = is_inside ? normal[at.y * size.x + at.x].w : 0.0f;
    return depth > 0.0f && depth <= 1e9f ? depth : 0.0f;
}

// How much depth grows from a pixel to the next: the lesser of the changes on both sides, 0 if they are opposite, so
// that an edge beside a pixel does not count as its slope. A side without depth says nothing.
static float slope_of(float before, float here, float behind) {
    const float left = here - before, right = behind - here;
    if (before == 0.0f || behind == 0.0f) {
        return behind != 0.0f ? right : before != 0.0f ? left : 0.0f;
    }
    const float lesser = fabs(left) < fabs(right) ? left : right;
    return (left > 0.0f) == (right > 0.0f) ? lesser : 0.0f;
}

// color     mean of the samples: linear r, g, b, premultiplied, and opacity
// albedo    mean of the samples: r, g, b, premultiplied, and coverage
// normal    mean normal and depth
// variance  of the mean's luminance
// light     r, g, b, and the variance of its luminance
// surface   see denoise_surface.cl
// slopes    of the depth, to the right and downwards
// One work-item a pixel.
__kernel void split_light(__global const float4 *color, __global const float4 *albedo, __global const float4 *normal,
                          __global const float *variance, const int width, const int height, __global float4 *light,
                          __global float4 *surface, __global float2 *slopes) {
    const int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1)), size = (int2)(width, height);
    if (at.x >= width || at.y >= height) {
        return;
    }
    const int pixel = at.y * width + at.x;
    const float4 own = color[pixel], seen = albedo[pixel], facing = normal[pixel];
    const float noise = variance[pixel];
    if (!is_usable(own) || !is_usable(seen) || !is_usable(facing) || !(fabs(noise) <= 1e18f) || seen.w <= 0.0f ||
        facing.w <= 0.0f) {
        light[pixel] = surface[pixel] = (float4)(0.0f);
        slopes[pixel] = (float2)(0.0f);
        return;
    }
    const float4 matter = (float4)(clamp(seen.xyz / seen.w, 0.0f, 1.0f), seen.w);
    const float3 share = reflectance(matter);
    const float grey = brightness(share);
    surface[pixel] = matter;
    light[pixel] = (float4)(own.xyz / share, fmax(noise, 0.0f) / (grey * grey));
    slopes[pixel] = (float2)(slope_of(depth_at(normal, at - (int2)(1, 0), size), facing.w,
                                      depth_at(normal, at + (int2)(1, 0), size)),
                             slope_of(depth_at(normal, at - (int2)(0, 1), size), facing.w,
                                      depth_at(normal, at + (int2)(0, 1), size)));
}
