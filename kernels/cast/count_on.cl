// Counts what a ray does, and how full its warp is while it does it.
// Provides: Counts, no_counts, count_node, count_sample, count_visible, count_opacity, store_counts.
// Requires: warp_*.cl.

typedef PixelCounts Counts;

static Counts no_counts(void) {
    Counts counts;
    counts.nodes = counts.node_iterations = 0;
    counts.samples = counts.sample_iterations = 0;
    counts.visible = 0;
    return counts;
}

static void count_node(Counts *counts) {
    counts->nodes += 1;
    counts->node_iterations += warp_elects();
}

static void count_sample(Counts *counts) {
    counts->samples += 1;
    counts->sample_iterations += warp_elects();
}

static void count_visible(Counts *counts) { counts->visible += 1; }
static void count_opacity(Counts *counts, float transmittance, float depth) {}

// counters  PixelCounts of every pixel
static void store_counts(__global uint *counters, int pixel, const Counts *counts) {
    ((__global PixelCounts *)counters)[pixel] = *counts;
}
