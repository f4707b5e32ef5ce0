// What a place on a surface looks like.
// Provides: surface_layer.   Requires: shade_*.cl, surface_label_*.cl, sample_*.cl, layer.cl, vectors.cl.

// depth   distance from the eye
// toward  unit vector from the eye, aligned space
// voxel   the place, voxel space
// last, shift  as for surface_label()
// normal  unit vector, aligned space
// cut     see light_surface(): 1 of caps, else 0
static uint2 surface_layer(const FrameParams *frame, SCENE_PARAMS, __global const scalar_t *voxels,
                           __constant SurfaceParams *surface, float depth, float3 toward, int3 last, int3 shift,
                           float3 voxel, float3 normal, float cut) {
    const float3 own = (float3)(surface->color[0], surface->color[1], surface->color[2]);
    const float4 seen = surface_label(frame, voxels, labels, label_colors, surface->isovalue, last, shift, voxel, own);
    const float3 rgb = light_surface(frame, SCENE, -toward, normal, sampling_from_voxel(voxel), 1.0f, cut, seen.xyz);
    return make_layer(depth, (float4)(rgb, surface->opacity * seen.w));
}
