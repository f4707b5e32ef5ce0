// Vectors of voxels that are float numbers.
// Provides: scalar2_t, scalar8_t.   Requires: scalar_f32.cl.

typedef float2 scalar2_t;
typedef float8 scalar8_t;
