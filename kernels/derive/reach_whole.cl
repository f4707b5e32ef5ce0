// How far differences reach in a volume that lies in one piece.
// Provides: reaches_of.   Requires: reach.cl, lanes_*.cl.

// Of LANES voxels of a row along x. slot_bricks is not looked at.
static Reaches reaches_of(const DeriveParams *derive, __global const int4 *slot_bricks, int x, int y, int z) {
    float along_x[LANES];
    for (int lane = 0; lane < LANES; ++lane) {
        along_x[lane] = reach(x + lane, derive->dims[0]);
    }
    Reaches reaches;
    reaches.x = load_lanes(along_x);
    reaches.y = (lanes_t)(reach(y, derive->dims[1]));
    reaches.z = (lanes_t)(reach(z, derive->dims[2]));
    return reaches;
}
