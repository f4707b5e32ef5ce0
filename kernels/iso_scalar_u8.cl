// Vectors of voxels that are 8-bit numbers.
// Provides: scalar2_t, scalar4_t, scalar8_t, to_stored.   Requires: scalar_u8.cl.

typedef uchar2 scalar2_t;
typedef uchar4 scalar4_t;
typedef uchar8 scalar8_t;

// The stored voxels that values stand for.
static scalar2_t to_stored(float2 values) { return convert_uchar2_sat_rte(values); }
