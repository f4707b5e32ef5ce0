// Vectors of voxels that are 8-bit numbers.
// Provides: scalar2_t, scalar8_t.   Requires: scalar_u8.cl.

typedef uchar2 scalar2_t;
typedef uchar8 scalar8_t;
