// Smallest and largest value of the voxels of every leaf of a volume in bricks.
// Provides: kernel brick_range.   Requires: octree_layout.h, field_*.cl, slot_voxels.cl, leaf_range.cl.

// As range_of_leaf(). Leaves of bricks that are not there may hold anything.
// bricks, atlas  bricks of the volume and voxels of the atlas along each axis
static float2 range_in_bricks(OCTREE_LAYOUT *layout, int margin, int3 bricks, int3 atlas, __global const uint *pages,
                              FIELD_SOURCE field, int3 leaf) {
    const int3 last_voxel = (int3)(layout->voxels[0] - 1, layout->voxels[1] - 1, layout->voxels[2] - 1);
    const int voxels[3] = {atlas.x, atlas.y, atlas.z};
    const int edge = 1 << layout->leaf_log2;
    const int3 corner = leaf * (int3)(edge);
    const int3 first = max(corner - (int3)(margin), (int3)(0));
    const int3 last = min(corner + (int3)(edge + margin), last_voxel);
    float low = FLT_MAX, high = -FLT_MAX;
    for (int z = first.z; z <= last.z; ++z) {
        for (int y = first.y; y <= last.y; ++y) {
            for (int x = first.x; x <= last.x; ++x) {
                const int3 voxel = (int3)(x, y, z), brick = min(voxel / BRICK_EDGE, bricks - 1);
                const uint page = pages[((size_t)brick.z * (size_t)bricks.y + (size_t)brick.y) * (size_t)bricks.x +
                                        (size_t)brick.x];
                if (page == PAGE_MISSING) {
                    return (float2)(-FLT_MAX, FLT_MAX);
                }
                const int3 stored = first_stored_voxel(page) + voxel - brick * BRICK_EDGE;
                const float value = load_field(field, voxels, stored.x, stored.y, stored.z);
                low = fmin(low, value);
                high = fmax(high, value);
            }
        }
    }
    return (float2)(low, high);
}

// Parameters as those of leaf_range; w of bricks and atlas is not used.
__kernel void brick_range(OCTREE_LAYOUT *layout, const int margin, const int4 bricks, const int4 atlas,
                          __global const uint *pages, FIELD_SOURCE field, __global float2 *ranges) {
    const int3 leaf = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    if (leaf.x < layout->leaves[0] && leaf.y < layout->leaves[1] && leaf.z < layout->leaves[2]) {
        ranges[octree_address(layout, 0, leaf.x, leaf.y, leaf.z)] =
            range_in_bricks(layout, margin, bricks.xyz, atlas.xyz, pages, field, leaf);
    }
}
