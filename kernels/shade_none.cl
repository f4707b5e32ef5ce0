// No light: a sample shows its colour.
// Provides: shade.   Requires: scene_*.cl.

static float3 shade(SCENE_PARAMS, float3 voxel, float3 view, float3 rgb) { return rgb; }
