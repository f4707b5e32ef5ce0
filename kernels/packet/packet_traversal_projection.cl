// Projection of 16 rays through the octree: walks past nodes that cannot change the results, or adds their only values
// at once; traversal_projection.cl in lanes.
// Provides: traverse.   Requires: packet_octree_walk.cl, packet_project.cl, packet_gather_*.cl, packet_gather.cl.

// The packet does what the busiest of its lanes has to do: take samples, else look at children, else walk past.
static void traverse(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, Front *front, Counts *counts) {
    Walk walk = start_walk(frame, SCENE, rays);
    while (!walk_is_done(&walk)) {
        const int16 active = marching_lanes(frame, rays, walk.k, front);
        if (!any(active)) {
            return;
        }
        count_nodes(counts, active);
        uint16 low, high;
        gather_uint2((__global const uint2 *)bounds, next_places(octree, &walk), &low, &high);
        const int16 first = shown(frame, as_int16(low)), second = shown(frame, as_int16(high));
        const int16 skipped = (as_int16(low) > as_int16(high)) | settled_lanes(front, max(first, second));
        const int16 marched = active & ~skipped & (first != second);
        if (any(marched) && walk.level > 0) {
            --walk.level;
            continue;
        }
        int k, end;
        walk_past(frame, SCENE, rays, active, &walk, &k, &end);
        if (!any(marched)) {
            gather(front, first, active & ~skipped, min((int16)(end), rays->sample_count) - k);
            continue;
        }
        for (; k < end; ++k) {
            integrate_samples(frame, SCENE, rays, k, marching_lanes(frame, rays, k, front), front, counts);
        }
    }
}
