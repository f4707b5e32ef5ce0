// How dense matter of an opacity is.
// Provides: extinction_of.   Requires: trace_params.h.

// Per voxel length: matter of this extinction lets 1 - opacity of the light through in a voxel length (Beer and Lambert).
// An opacity of 1 would be a wall; it counts as MOST_OPACITY.
static float extinction_of(float opacity) { return -log(1.0f - fmin(opacity, MOST_OPACITY)); }
