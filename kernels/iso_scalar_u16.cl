// Vectors of voxels that are 16-bit numbers.
// Provides: scalar2_t, scalar8_t.   Requires: scalar_u16.cl.

typedef ushort2 scalar2_t;
typedef ushort8 scalar8_t;
