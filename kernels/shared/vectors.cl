// Small helpers on vectors that the parameter structs make necessary.
// Provides: vector3, voxel_index.   Requires: shared_types.h.

// A float3 from an array member of a parameter struct.
static float3 vector3(const float *v) { return (float3)(v[0], v[1], v[2]); }

// Position of voxel (x, y, z) in a tightly packed volume. 64 bits: 2048^3 voxels do not fit into 32.
static size_t voxel_index(const int *dims, int x, int y, int z) {
    return ((size_t)z * (size_t)dims[1] + (size_t)y) * (size_t)dims[0] + (size_t)x;
}
