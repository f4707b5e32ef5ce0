// Samples that know nothing of their neighbours.
// Provides: Kept, nothing_kept.   Requires: nothing.

// What a sample leaves for the next one of its rays.
typedef int Kept;

static Kept nothing_kept(void) { return 0; }
