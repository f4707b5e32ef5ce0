// How far differences reach in a volume that lies in bricks: that depends on where in the volume a slot's brick lies.
// Provides: reaches_of.   Requires: reach.cl, slot_voxels.cl, lanes_*.cl.

// Of LANES voxels of a row of the atlas along x.
// slot_bricks  the brick in every slot
static Reaches reaches_of(const DeriveParams *derive, __global const int4 *slot_bricks, int x, int y, int z) {
    float along[3][LANES];
    for (int lane = 0; lane < LANES; ++lane) {
        const int3 voxel = voxel_in_volume(derive->dims, slot_bricks, (int3)(min(x + lane, derive->dims[0] - 1), y, z));
        along[0][lane] = reach(voxel.x, derive->volume_dims[0]);
        along[1][lane] = reach(voxel.y, derive->volume_dims[1]);
        along[2][lane] = reach(voxel.z, derive->volume_dims[2]);
    }
    Reaches reaches;
    reaches.x = load_lanes(along[0]);
    reaches.y = load_lanes(along[1]);
    reaches.z = load_lanes(along[2]);
    return reaches;
}
