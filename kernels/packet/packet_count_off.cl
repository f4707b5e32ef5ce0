// No counters: costs nothing.
// Provides: Counts, no_counts, count_nodes, count_samples, store_counts.   Requires: nothing.

typedef int Counts;

static Counts no_counts(void) { return 0; }
static void count_nodes(Counts *counts, int16 traversing) {}
static void count_samples(Counts *counts, int16 marching, int16 visible) {}
static void store_counts(__global uint *counters, int pixel, int lane, const Counts *counts) {}
