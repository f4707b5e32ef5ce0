// Stored voxels are 16-bit numbers.
// Provides: scalar_t, scalar4_t.   Requires: nothing.

typedef ushort scalar_t;
typedef ushort4 scalar4_t;
