// Projection through the octree: walks past nodes that cannot change the result, or adds their only value at once.
// Provides: traverse.   Requires: octree_walk.cl, project.cl.

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    Walk walk = start_walk(frame, SCENE, ray);
    while (!walk_is_done(ray, &walk)) {
        count_node(counts);
        const int3 node = walk.leaf >> (int3)(walk.level);
        const int2 stored = bounds[octree_address(octree, walk.level, node.x, node.y, node.z)];
        const int first = shown(frame, stored.x), second = shown(frame, stored.y);
        const int skipped = stored.x > stored.y || is_settled(front, max(first, second));
        const int marched = !skipped && first != second;
        if (marched && walk.level > 0) {
            --walk.level;
            continue;
        }
        float k, end;
        walk_past(frame, SCENE, ray, &walk, node, &k, &end);
        int done = !skipped && !marched && gather(frame, front, first, end - k);
        while (marched && !done && k < end) {
            done = integrate_sample(frame, SCENE, ray, k, front, counts);
            k += 1.0f;
        }
        if (done) {
            return;
        }
    }
}
