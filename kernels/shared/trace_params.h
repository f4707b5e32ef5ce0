// What a path tracer needs to know beside the frame: lights, environment and how matter scatters (docs/tracing.md).
#ifndef VOXMARCH_KERNELS_TRACE_PARAMS_H
#define VOXMARCH_KERNELS_TRACE_PARAMS_H

#ifndef __OPENCL_VERSION__
#include "kernels/shared/shared_types.h"
#endif

/// The main light, the fill from the eye, and those beside them.
enum { TRACE_LIGHT_LIMIT = 2 + SIDE_LIGHT_LIMIT };

/// Angles at which the share of light is known that the clear layer of a surface sends back.
enum { TRACE_LAYER_ANGLES = 33 };

/// Points of a transfer function's emission.
#define EMISSION_POINT_LIMIT 32

/// Opacities of a voxel length above this count as this: 0.01 % of the light comes through.
#define MOST_OPACITY 0.9999f

/// Kernels read it from global memory: some drivers cannot index arrays of parameters.
typedef struct TraceParams {
    vx_float directions[3 * TRACE_LIGHT_LIMIT]; ///< aligned space, unit vectors towards the middles of the lights
    vx_float colors[3 * TRACE_LIGHT_LIMIT]; ///< what a white matt surface that faces a small one of them sends back
    vx_float environment_bottom[3];         ///< radiance from below the picture, r, g, b
    vx_float environment_top[3];            ///< and from above; even in between
    vx_float up[3];                         ///< aligned space, unit vector towards what is above the picture
    vx_float cos_radius;                    ///< cosine of the angular radius of the lights
    vx_float anisotropy;                    ///< g of Henyey and Greenstein, -1 .. 1
    vx_float gradient_factor;               ///< 25 s^3 / the field's range: see surface_share() in scatter.cl
    vx_float roughness;                     ///< alpha of GGX
    vx_float specular[3];                   ///< reflectance of surfaces that are seen head-on, r, g, b
    vx_float majorant;                      ///< of the extinction anywhere, per aligned length
    vx_int light_count;                     ///< 0 .. TRACE_LIGHT_LIMIT
    vx_int bounces;                         ///< collisions of a path at most
    vx_uint seed;
    vx_int panorama_size[2];   ///< columns and rows of the environment's picture; 0: it is none
    vx_float panorama_axes[9]; ///< aligned space, unit vectors to the right of the middle of it, up, and to the middle
    vx_float lens_right[3], lens_up[3]; ///< aligned space: radii of the lens across the line of sight
    vx_float focus;                     ///< distance of what is sharp along the line of sight, aligned lengths
    vx_float focus_place[2]; ///< pixel, of the whole picture, whose first surface find_focus makes sharp
    vx_float emission;       ///< radiance of glowing matter, times its colour
    /// What the clear layer sends back of even light: of entry i, whose cosine to the normal is (i / last)^2, the shares
    /// of the reflectance head-on and of that at grazing angles.
    vx_float layer[2 * TRACE_LAYER_ANGLES];
    vx_float emission_scalars[EMISSION_POINT_LIMIT]; ///< stored values, ascending
    vx_float emissions[EMISSION_POINT_LIMIT];        ///< there, added to `emission`; linear between, constant beyond
    vx_int emission_count;
    vx_int reserved[2];
} TraceParams;

VX_STATIC_ASSERT(trace_params_is_816_bytes, sizeof(TraceParams) == 816);

#endif
