// No normals.
// Provides: HAS_NORMALS, slope.   Requires: scalar_*.cl.

enum { HAS_NORMALS = 0 };

static float slope(scalar_t before, scalar_t here, scalar_t after, int low, int high) { return 0.0f; }
