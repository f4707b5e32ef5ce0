// Vectors of voxels that are 16-bit numbers.
// Provides: scalar2_t, scalar4_t, scalar8_t, to_stored.   Requires: scalar_u16.cl.

typedef ushort2 scalar2_t;
typedef ushort4 scalar4_t;
typedef ushort8 scalar8_t;

// The stored voxels that values stand for.
static scalar2_t to_stored(float2 values) { return convert_ushort2_sat_rte(values); }
