// Brings bricks that the host staged to their slots of an atlas, and notes in the page table where they lie.
// Provides: kernel fill_slots.   Requires: put_*.cl, scalar_*.cl, vectors.cl; constant BRICK_EDGE.

#define STORED_VOXELS (BRICK_STORED * BRICK_STORED * BRICK_STORED)

// bricks, atlas  bricks of the volume and voxels of the atlas along each axis
// count          bricks that are staged
// staged         their voxels, and behind them an int4 for each: slot, brick, the brick that goes (< 0: none); no brick
//                comes or goes twice
// pages          a uint a brick, see brick_pages.cl
// slot_bricks    the brick in every slot, x fastest; w: its number
// global size: (STORED_VOXELS / ITEM_VOXELS, rounded up, count); ITEM_VOXELS: 4, or a row
__kernel void fill_slots(const int4 bricks, const int4 atlas, const int count, __global const scalar_t *staged,
                         VOXEL_TARGET voxels, __global uint *pages, __global int4 *slot_bricks) {
    const int first = (int)get_global_id(0) * ITEM_VOXELS, number = (int)get_global_id(1);
    if (first >= STORED_VOXELS) {
        return;
    }
    const int4 entry = ((__global const int4 *)(staged + (size_t)count * STORED_VOXELS))[number];
    const int across = atlas.x / BRICK_STORED, down = atlas.y / BRICK_STORED;
    const int3 slot = (int3)(entry.x % across, entry.x / across % down, entry.x / (across * down));
    if (first == 0) {
        if (entry.z >= 0) {
            pages[entry.z] = PAGE_MISSING;
        }
        pages[entry.y] = (uint)(slot.x | slot.y << 10 | slot.z << 20);
        slot_bricks[entry.x] = (int4)(entry.y % bricks.x, entry.y / bricks.x % bricks.y,
                                      entry.y / (bricks.x * bricks.y), entry.y);
    }
    const int dims[3] = {atlas.x, atlas.y, atlas.z};
    const int3 within = (int3)(first % BRICK_STORED, first / BRICK_STORED % BRICK_STORED,
                               first / (BRICK_STORED * BRICK_STORED));
    __global const scalar4_t *fours = (__global const scalar4_t *)(staged + (size_t)number * STORED_VOXELS + first);
    for (int i = 0; i < ITEM_VOXELS / 4; ++i) {
        put_voxels(voxels, dims, slot * BRICK_STORED + within + (int3)(4 * i, 0, 0), fours[i]);
    }
}
