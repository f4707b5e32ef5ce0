// Vectors of voxels that are float numbers.
// Provides: scalar2_t, scalar4_t, scalar8_t, to_stored.   Requires: scalar_f32.cl.

typedef float2 scalar2_t;
typedef float4 scalar4_t;
typedef float8 scalar8_t;

// The stored voxels that values stand for.
static scalar2_t to_stored(float2 values) { return values; }
