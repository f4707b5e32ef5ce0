// From which gradient of the opacities on voxels are lit in full: what a step of the scalars makes differs from opacity
// to opacity.
// Provides: inv_full_gradient.   Requires: lanes_*.cl, shared_types.h.

// by_opacity  float[256], 1 / the gradient that rounding may make
// mean        opacity around the voxel, [0, 1]
static lanes_t inv_full_gradient(const DeriveParams *derive, __global const float *by_opacity, lanes_t mean) {
    return fmin(look_up(by_opacity, clamp(mean, 0.0f, 1.0f) * 255.0f + 0.5f), derive->inv_full_gradient);
}
