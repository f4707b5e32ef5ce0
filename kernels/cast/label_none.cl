// No labels: samples are as the transfer function says.
// Provides: label_opacity, label_rgb.   Requires: scene_*.cl.

static float label_opacity(const FrameParams *frame, SCENE_PARAMS, float3 position) { return 1.0f; }

static float3 label_rgb(const FrameParams *frame, SCENE_PARAMS, float3 position, float3 rgb) { return rgb; }
