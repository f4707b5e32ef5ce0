// Voxels of some slots of an atlas are derived.
// Provides: place_of_item, voxels_left, row_of_item.   Requires: vectors.cl; constant BRICK_EDGE.

// The voxel that a work-item stands for; beyond `dims` it stands for none.
// slots  numbers of slots; items along z go through one after the other
// dims   voxels of the atlas
static int3 place_of_item(__global const int *slots, const int *dims, int3 item) {
    const int slot = slots[item.z / BRICK_STORED], across = dims[0] / BRICK_STORED, down = dims[1] / BRICK_STORED;
    const int3 corner = (int3)(slot % across, slot / across % down, slot / (across * down)) * (int3)(BRICK_STORED);
    const int3 beyond = (int3)(dims[0], dims[1], dims[2]);
    return item.x < BRICK_STORED && item.y < BRICK_STORED ? corner + (int3)(item.x, item.y, item.z % BRICK_STORED)
                                                          : beyond;
}

// Voxels from x on to the end of a row along x.
static int voxels_left(const int *dims, int x) { return BRICK_STORED - x % BRICK_STORED; }

// The first of the voxels in memory that a work-item takes, `lanes` at most, and the one behind the last there are.
static ulong2 row_of_item(__global const int *slots, const int *dims, int lanes) {
    const int3 item = (int3)((int)get_global_id(0) * lanes, (int)get_global_id(1), (int)get_global_id(2));
    const int3 place = place_of_item(slots, dims, item);
    const size_t first = voxel_index(dims, place.x, place.y, place.z);
    return (ulong2)(first, place.x < dims[0] ? first + (ulong)voxels_left(dims, place.x) : first);
}
