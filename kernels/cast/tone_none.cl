// Colours stay as they are up to white.
// Provides: toned.   Requires: nothing.

static float3 toned(float3 rgb) { return fmin(rgb, 1.0f); }
