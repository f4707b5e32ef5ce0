// Stored voxels are 8-bit numbers.
// Provides: scalar_t.   Requires: nothing.

typedef uchar scalar_t;
