// No labels: samples are as the transfer function says.
// Provides: Labels16, labels_of_cells, label_opacities, label_rgb.   Requires: packet_scene.cl, packet_sample.cl.

typedef int Labels16;

static Labels16 labels_of_cells(const FrameParams *frame, SCENE_PARAMS, Cell16 cell, int16 asked) { return 0; }
static float16 label_opacities(Labels16 labels_of_lanes) { return (float16)(1.0f); }
static Vector16 label_rgb(Labels16 labels_of_lanes, Vector16 rgb) { return rgb; }
