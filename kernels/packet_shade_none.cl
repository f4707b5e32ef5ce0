// No light: samples show their colour.
// Provides: shade.   Requires: packet_types.cl.

static Vector16 shade(const FrameParams *frame, SCENE_PARAMS, Cell16 cell, Vector16 view, Vector16 rgb) { return rgb; }
