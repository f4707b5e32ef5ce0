// Makes the finest level of the pyramid that cones look into: what light passes of 2 x 2 x 2 cells.
// Provides: kernel pass_cells.
// Requires: asked_places.cl, load_table.cl, clip_plane.cl, clip_hole.cl, ray.cl, place_*.cl, classify_*.cl, label_*.cl,
// powers_*.cl, cells_*.cl.

// Opacity of a step of the transfer table at a place; 0 outside of what is drawn.
static float opacity_at(const FrameParams *frame, SCENE_PARAMS, float3 voxel) {
    int inside = all(voxel >= vector3(frame->volume.box_min)) && all(voxel <= vector3(frame->volume.box_max)) &&
                 !is_cut_out(frame, voxel);
    for (int plane = 0; plane < frame->volume.plane_count; ++plane) {
        const float4 numbers = clip_plane(frame, plane);
        inside = inside && dot(numbers.xyz, voxel) + numbers.w >= 0.0f;
    }
    if (!inside) {
        return 0.0f;
    }
    Ray ray; // for the signature: only pre-integration looks at it
    ray.t_first = ray.sample_count = ray.entry = ray.exit = 0.0f;
    const float3 position = placed_voxel(frame, SCENE, voxel);
    return classify(frame, SCENE, &ray, 0.0f, position).opacity * label_opacity(frame, SCENE, position);
}

// target   level 1: a texel (i, j, k) for the cells 2 (i, j, k) - 2 .. - 1, and a ring of texels around that light passes
// size     texels along each axis, ring included; w: unused
// power    steps of the transfer table in two voxel lengths
// skips    not 0: leaves that cannot be seen pass everything
// places   eight places in a texel, voxels from its corner
// made, wave  see cells_*.cl
// global size: `size` rounded up to multiples of the local size; less along z for a slab from first_slice on
__kernel void pass_cells(const FrameParams frame_value, SCENE_PARAMS, __global ushort *target, const int4 size,
                         const float power, const int skips, const int first_slice, __global const float4 *places,
                         __global uint *made, const int wave,
                         __global const float2 *opacity_source, __global const uint2 *color_source) {
    const FrameParams *frame = &frame_value;
    load_table(opacity_source, color_source, (int)frame->table.last + 2, opacities, table_colors);
    const int3 texel = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2) + first_slice);
    if (any(texel >= size.xyz)) {
        return;
    }
    const float3 corner = convert_float3(texel - 1) * 2.0f;
    const int ring = any(texel == (int3)(0)) || any(texel == size.xyz - 1);
    float pass = 8.0f;
    if (!ring && !(skips && nothing_within(octree, nodes, 0, corner + 0.5f, corner + 1.5f))) {
        if (!cells_are_there(frame, SCENE, corner + 1.0f, made, wave)) {
            return;
        }
        float shares[8]; // that come through a step of the table
        for (int i = 0; i < 8; ++i) {
            shares[i] = 1.0f - opacity_at(frame, SCENE, corner + places[i].xyz);
        }
        const float8 passes = powers(vload8(0, shares), power);
        pass = dot(passes.lo + passes.hi, (float4)(1.0f));
    }
    const size_t at = ((size_t)texel.z * (size_t)size.y + (size_t)texel.y) * (size_t)size.x + (size_t)texel.x;
    target[at] = convert_ushort_sat_rte(pass * (65535.0f / 8.0f));
}
