// Writes voxels to a tightly packed buffer, as they are.
// Provides: VOXEL_TARGET, put_voxels.   Requires: vectors.cl, scalar_*.cl.

#define VOXEL_TARGET __global scalar_t *

// Four of them along x; at.x and dims[0] are multiples of 4.
static void put_voxels(__global scalar_t *target, const int *dims, int3 at, scalar4_t four) {
    ((__global scalar4_t *)target)[voxel_index(dims, at.x, at.y, at.z) / 4] = four;
}
