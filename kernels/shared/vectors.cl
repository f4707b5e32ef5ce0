// Small helpers on vectors that the parameter structs make necessary.
// Provides: vector3, unit_vector, nonzero, nonzero3, voxel_index.   Requires: shared_types.h.

// A float3 from an array member of a parameter struct.
static float3 vector3(const float *v) { return (float3)(v[0], v[1], v[2]); }

// A vector, not 0, at length 1: the same bits from every driver that rounds roots and quotients correctly, while
// normalize and dot are as each likes.
static float3 unit_vector(float3 v) { return v * (1.0f / sqrt(fma(v.z, v.z, fma(v.y, v.y, v.x * v.x)))); }

// The slope of a ray as a divisor: what is nearly 0 becomes a tiny number of the same sign, because the fast-math rules
// of the build know no infinity. -0 counts as below 0, too. nonzero16 is the same for packets.
static float nonzero(float slope) { return fabs(slope) < 1e-9f ? copysign(1e-9f, slope) : slope; }

static float3 nonzero3(float3 slopes) { return (float3)(nonzero(slopes.x), nonzero(slopes.y), nonzero(slopes.z)); }

// Position of voxel (x, y, z) in a tightly packed volume. 64 bits: 2048^3 voxels do not fit into 32.
static size_t voxel_index(const int *dims, int x, int y, int z) {
    return ((size_t)z * (size_t)dims[1] + (size_t)y) * (size_t)dims[0] + (size_t)x;
}
