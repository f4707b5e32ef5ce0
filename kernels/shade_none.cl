// No light: a sample shows its colour.
// Provides: shade.   Requires: scene_*.cl.

static float3 shade(const FrameParams *frame, SCENE_PARAMS, float3 position, float3 view, float3 rgb) { return rgb; }
