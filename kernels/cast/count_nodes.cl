// Counts the traversal steps of a ray, and nothing else.
// Provides: Counts, no_counts, count_node, count_sample, count_visible, count_opacity, store_counts.   Requires: nothing.

typedef uint Counts;

static Counts no_counts(void) { return 0; }
static void count_node(Counts *counts) { *counts += 1; }
static void count_sample(Counts *counts) {}
static void count_visible(Counts *counts) {}
static void count_opacity(Counts *counts, float transmittance, float depth) {}

// counters  one number a pixel
static void store_counts(__global uint *counters, int pixel, const Counts *counts) { counters[pixel] = *counts; }
