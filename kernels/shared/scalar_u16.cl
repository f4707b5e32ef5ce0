// Stored voxels are 16-bit numbers.
// Provides: scalar_t.   Requires: nothing.

typedef ushort scalar_t;
