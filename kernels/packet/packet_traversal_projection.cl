// Projection of 16 rays through the octree: walks past nodes that cannot change the results, or adds their only values
// at once; traversal_projection.cl in lanes.
// Provides: traverse.
// Requires: packet_hole_*.cl, packet_octree_walk.cl, packet_project.cl, packet_gather_*.cl, packet_gather.cl;
// constant MARCHING_STEPS.

#ifndef MARCHING_STEPS
#define MARCHING_STEPS 8 // marching steps between two looks at nodes
#endif

// The packet does what the busiest of its lanes has to do: take samples, else look at children, else walk past. Rounds
// of samples have one length, because lanes leave their leaves at different samples and a look costs as much as some; a
// round is followed by another one, mostly, so that leaves are looked at first.
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
        if (!any(active & ~skipped & (first != second))) {
            int k, end;
            walk_past(frame, SCENE, rays, active, &walk, &k, &end);
            const int16 behind = min((int16)(end), rays->sample_count);
            const int16 count = behind - k - samples_in_holes(&rays->holes, (int16)(k), behind);
            gather(front, first, active & ~skipped & (count > 0), count);
        } else if (walk.level > 0) {
            --walk.level;
        } else {
            for (const int end = min(walk.k + MARCHING_STEPS, walk.end); walk.k < end; ++walk.k) {
                const int16 marching = marching_lanes(frame, rays, walk.k, front);
                integrate_samples(frame, SCENE, rays, walk.k, marching, front, counts);
            }
            walk.leaf = leaves_of_samples(frame, rays, &walk.leaf_rays, walk.k);
        }
    }
}
