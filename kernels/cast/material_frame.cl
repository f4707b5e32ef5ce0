// All matter is of one material.
// Provides: material_at.   Requires: material.cl, scene_*.cl.

static Material material_at(const FrameParams *frame, SCENE_PARAMS, float3 position) { return frame_material(frame); }
