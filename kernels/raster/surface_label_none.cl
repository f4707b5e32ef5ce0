// No labels: surfaces are seen whole, in their own colour.
// Provides: surface_label, LABELLED.   Requires: scalar_*.cl.

#define LABELLED 0

// (r, g, b, factor of the opacity) at a place on a surface.
static float4 surface_label(const FrameParams *frame, __global const scalar_t *voxels, __global const ushort *labels,
                            __global const uint *label_colors, float isovalue, int3 last, int3 shift, float3 voxel,
                            float3 rgb) {
    return (float4)(rgb, 1.0f);
}
