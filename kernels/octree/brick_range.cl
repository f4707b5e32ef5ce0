// Smallest and largest value of the voxels of every leaf of a volume in bricks.
// Provides: kernel brick_range.
// Requires: octree_layout.h, field_*.cl, brick_pages.cl, slot_voxels.cl; constant BRICK_EDGE.

// As range_of_leaf() of leaf_range.cl. Where a brick is not there, a leaf may hold what its own brick does: `unknown`.
// bricks, atlas  bricks of the volume and voxels of the atlas along each axis
static float2 range_in_bricks(OCTREE_LAYOUT *layout, int margin, int3 bricks, int3 atlas, __global const uint *pages,
                              float2 unknown, FIELD_SOURCE field, int3 leaf) {
    const int3 last_voxel = (int3)(layout->voxels[0] - 1, layout->voxels[1] - 1, layout->voxels[2] - 1);
    const int voxels[3] = {atlas.x, atlas.y, atlas.z};
    const int edge = 1 << layout->leaf_log2;
    const int3 corner = leaf * (int3)(edge), own = min(corner / BRICK_EDGE, bricks - 1);
    const int3 first = max(corner - (int3)(margin), (int3)(0));
    const int3 last = min(corner + (int3)(edge + margin), last_voxel);
    // Voxels around the brick are stored with it; only wide margins need others.
    const int3 stored_first = own * BRICK_EDGE - BRICK_APRON, stored_last = stored_first + (BRICK_STORED - 1);
    const int within = all(first >= stored_first) && all(last <= stored_last);
    float low = FLT_MAX, high = -FLT_MAX;
    for (int z = first.z; z <= last.z; ++z) {
        for (int y = first.y; y <= last.y; ++y) {
            for (int x = first.x; x <= last.x; ++x) {
                const int3 voxel = (int3)(x, y, z), brick = within ? own : min(voxel / BRICK_EDGE, bricks - 1);
                const uint page = page_of_brick(pages, bricks, brick);
                if (page == PAGE_MISSING) {
                    return unknown;
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

// One work-item for a leaf of a listed brick.
// margin   voxels around the leaf that count as its own
// unknown  smallest and largest value of what each brick stores
// list     numbers of bricks
// ranges   float2 a leaf: smallest and largest value, far faces included
// global size: (leaves of a brick, bricks listed)
__kernel void brick_range(OCTREE_LAYOUT *layout, const int margin, const int4 bricks, const int4 atlas,
                          __global const uint *pages, __global const float2 *unknown, __global const int *list,
                          FIELD_SOURCE field, __global float2 *ranges) {
    const int across = BRICK_EDGE >> layout->leaf_log2; // leaves along the edge of a brick
    const int item = (int)get_global_id(0), number = list[get_global_id(1)];
    const int3 brick = (int3)(number % bricks.x, number / bricks.x % bricks.y, number / (bricks.x * bricks.y));
    const int3 leaf = brick * across + (int3)(item % across, item / across % across, item / (across * across));
    if (item < across * across * across && leaf.x < layout->leaves[0] && leaf.y < layout->leaves[1] &&
        leaf.z < layout->leaves[2]) {
        ranges[octree_address(layout, 0, leaf.x, leaf.y, leaf.z)] =
            range_in_bricks(layout, margin, bricks.xyz, atlas.xyz, pages, unknown[number], field, leaf);
    }
}
