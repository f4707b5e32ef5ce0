// Samples that know nothing of their neighbours.
// Provides: Kept, nothing_kept, begins_of_steps.   Requires: packet_ray.cl.

// What a sample leaves for the next one of its rays.
typedef int Kept;

static Kept nothing_kept(void) { return 0; }

// Where the steps of samples k begin, as indices on the lattices.
static float16 begins_of_steps(const Rays *rays, float16 k) { return k - 0.5f; }
