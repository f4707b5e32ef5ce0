// Normals by central differences.
// Provides: HAS_NORMALS, slope.   Requires: iso_scalar_*.cl.

enum { HAS_NORMALS = 1 };

// Change of the value along one axis from voxel to voxel, between the voxels before and behind; one-sided at the border.
// before, here, after  voxels that follow each other, the border's repeated
// low, high            is there one before, and one behind?
static float slope(scalar_t before, scalar_t here, scalar_t after, int low, int high) {
    const float change = change_between(before, after);
    return low && high ? 0.5f * change : change;
}
