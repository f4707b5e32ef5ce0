// Voxels that differences reach over, as factors of the differences.
// Provides: Reaches, reaches_of.   Requires: shared_types.h, lanes_*.cl.

typedef struct Reaches {
    lanes_t x, y, z;
} Reaches;

// 1 / the number of voxels at voxel i: two, at the faces of the volume one. Both are exact, whatever is made of them.
static float reach(int i, int voxels) { return i > 0 && i < voxels - 1 ? 0.5f : 1.0f; }

// Of LANES voxels of a row of the volume along x.
static Reaches reaches_of(const DeriveParams *derive, int3 voxel) {
    float along_x[LANES];
    for (int lane = 0; lane < LANES; ++lane) {
        along_x[lane] = reach(voxel.x + lane, derive->volume_dims[0]);
    }
    Reaches reaches;
    reaches.x = load_lanes(along_x);
    reaches.y = (lanes_t)(reach(voxel.y, derive->volume_dims[1]));
    reaches.z = (lanes_t)(reach(voxel.z, derive->volume_dims[2]));
    return reaches;
}
