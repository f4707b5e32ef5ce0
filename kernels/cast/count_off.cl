// No counters: costs nothing.
// Provides: Counts, no_counts, count_node, count_sample, count_visible, count_opacity, store_counts.   Requires: nothing.

typedef int Counts;

static Counts no_counts(void) { return 0; }
static void count_node(Counts *counts) {}
static void count_sample(Counts *counts) {}
static void count_visible(Counts *counts) {}
static void count_opacity(Counts *counts, float transmittance, float depth) {}
static void store_counts(__global uint *counters, int pixel, const Counts *counts) {}
