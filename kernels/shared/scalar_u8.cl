// Stored voxels are 8-bit numbers.
// Provides: scalar_t, scalar4_t.   Requires: nothing.

typedef uchar scalar_t;
typedef uchar4 scalar4_t;
