// All voxels of an array are derived.
// Provides: place_of_item, voxels_left, row_of_item.   Requires: shared_types.h.

// The voxel that a work-item stands for; beyond `dims` it stands for none.
// slots  not looked at
static int3 place_of_item(__global const int *slots, const int *dims, int3 item) { return item; }

// Voxels from x on to the end of a row along x.
static int voxels_left(const int *dims, int x) { return dims[0] - x; }

// The first of the voxels in memory that a work-item takes, `lanes` at most, and the one behind the last there are.
static ulong2 row_of_item(__global const int *slots, const int *dims, int lanes) {
    return (ulong2)((ulong)lanes * get_global_id(0), (ulong)dims[0] * (ulong)dims[1] * (ulong)dims[2]);
}
