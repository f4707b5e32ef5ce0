// Where the voxels of a slot lie in the atlas.
// Provides: first_stored_voxel, voxel_in_volume.   Requires: shared_types.h; constant BRICK_EDGE.

// The voxel of the atlas that holds the brick's first one, behind its apron.
static int3 first_stored_voxel(uint page) {
    const int3 slot = (int3)((int)(page & 1023u), (int)((page >> 10) & 1023u), (int)(page >> 20));
    return slot * (int3)(BRICK_STORED) + (int3)(BRICK_APRON);
}

// The voxel of the volume that a voxel of the atlas stands for; it may lie outside.
// dims         voxels of the atlas
// slot_bricks  the brick in every slot, x fastest; w is not used
static int3 voxel_in_volume(const int *dims, __global const int4 *slot_bricks, int3 at) {
    const int3 slot = at / BRICK_STORED;
    const int number = (slot.z * (dims[1] / BRICK_STORED) + slot.y) * (dims[0] / BRICK_STORED) + slot.x;
    return slot_bricks[number].xyz * BRICK_EDGE + at - slot * BRICK_STORED - BRICK_APRON;
}
