// There is one light.
// Provides: add_side_lights.   Requires: material.cl.

static void add_side_lights(const FrameParams *frame, const Material *material, float3 normal, float3 toward_viewer,
                            float3 *diffuse, float3 *highlight) {}
