// Where in the volume somebody may ask for light: near leaves that can be seen.
// Provides: nothing_within, is_asked.   Requires: octree_layout.h, nodes_*.cl.

// Whether no leaf that meets a box can be seen.
// level      of the nodes that are looked at, 0 .. levels - 1
// low, high  corners of the box, voxel space
static int nothing_within(OCTREE_LAYOUT *octree, __global const uchar *nodes, int level, float3 low, float3 high) {
    const float nodes_a_voxel = 1.0f / (float)(1 << (octree->leaf_log2 + level)); // a power of two: exact
    const int3 last = (int3)(octree_nodes(octree->leaves[0], level), octree_nodes(octree->leaves[1], level),
                             octree_nodes(octree->leaves[2], level)) - 1;
    const int3 first = clamp(convert_int3_rtn(low * nodes_a_voxel), (int3)(0), last);
    const int3 end = clamp(convert_int3_rtn(high * nodes_a_voxel), (int3)(0), last);
    for (int z = first.z; z <= end.z; ++z) {
        for (int y = first.y; y <= end.y; ++y) {
            for (int x = first.x; x <= end.x; ++x) {
                if (state_of_node(nodes, octree_address(octree, level, x, y, z)) != NODE_EMPTY) {
                    return 0;
                }
            }
        }
    }
    return 1;
}

// Whether a sample that can be seen may ask for the light of a texel between two places in voxel space.
// within  voxels along each axis by which such a sample may be away; < 0: nothing is known of what can be seen
static int is_asked(OCTREE_LAYOUT *octree, __global const uchar *nodes, float3 first, float3 last, float within) {
    if (within < 0.0f) {
        return 1;
    }
    const float3 low = first - within, high = last + within;
    return !nothing_within(octree, nodes, min(2, octree->levels - 1), low, high) &&
           !nothing_within(octree, nodes, 0, low, high);
}
