// What inverted clipping cuts out of the volume.
// Provides: is_cut_out.   Requires: shared_types.h, clip_plane.cl, vectors.cl.

// Does a place in voxel space lie in the hole?
static int is_cut_out(const FrameParams *frame, float3 voxel) {
    int inside = frame->volume.has_hole && all(voxel >= vector3(frame->volume.hole_min)) &&
                 all(voxel <= vector3(frame->volume.hole_max));
    for (int i = 0; i < frame->volume.hole_planes; ++i) {
        const float4 plane = clip_plane(frame, i);
        inside = inside && dot(plane.xyz, voxel) + plane.w >= 0.0f;
    }
    return inside;
}
