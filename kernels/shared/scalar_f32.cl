// Stored voxels are float numbers.
// Provides: scalar_t, scalar4_t.   Requires: nothing.

typedef float scalar_t;
typedef float4 scalar4_t;
