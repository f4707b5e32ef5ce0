// Stored voxels are float numbers.
// Provides: scalar_t.   Requires: nothing.

typedef float scalar_t;
