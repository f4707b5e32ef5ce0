// Normals by forward differences, three voxels a gradient instead of six: what hpmc makes of its vertices (seed paper 103,
// 5.1). They are exact half a voxel further on.
// Provides: HAS_NORMALS, slope.   Requires: iso_scalar_*.cl.

enum { HAS_NORMALS = 1 };

// Change of the value along one axis from a voxel to the one behind; the last has that of the one before.
// before, here, after  voxels that follow each other, the border's repeated
// low, high            is there one before, and one behind?
static float slope(scalar_t before, scalar_t here, scalar_t after, int low, int high) {
    return high ? change_between(here, after) : change_between(before, here);
}
