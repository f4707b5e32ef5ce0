// The largest opacity that a voxel of a leaf got.
// Provides: largest_opacity.   Requires: shared_types.h.

// range  smallest and largest opacity of the leaf's voxels
static float largest_opacity(float2 range, const OccupancyParams *params, __global const float2 *opacities,
                             __global const float *largest) {
    return range.y;
}
