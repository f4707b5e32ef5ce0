// From which gradient of the scalars on voxels are lit in full: everywhere from the same.
// Provides: inv_full_gradient.   Requires: lanes_*.cl, shared_types.h.

static lanes_t inv_full_gradient(const DeriveParams *derive, __global const float *by_opacity, lanes_t mean) {
    return (lanes_t)(derive->inv_full_gradient);
}
