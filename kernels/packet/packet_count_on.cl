// Counts what each of 16 rays does, and stores PixelCounts of every pixel as count_on.cl.
// Provides: Counts, no_counts, count_nodes, count_samples, store_counts.   Requires: nothing.

// A packet is a software warp; its iterations are stored with its first lane.
typedef struct Counts {
    int16 nodes;   // traversal steps
    int16 samples; // marching steps
    int16 visible; // marching steps with opacity > 0
    uint node_iterations, sample_iterations;
} Counts;

static Counts no_counts(void) {
    Counts counts;
    counts.nodes = counts.samples = counts.visible = (int16)(0);
    counts.node_iterations = counts.sample_iterations = 0;
    return counts;
}

// Masks are -1 in the lanes that take part.
static void count_nodes(Counts *counts, int16 traversing) {
    counts->nodes -= traversing;
    counts->node_iterations += 1;
}

static void count_samples(Counts *counts, int16 marching, int16 visible) {
    counts->samples -= marching;
    counts->visible -= visible;
    counts->sample_iterations += 1;
}

static void store_counts(__global uint *counters, int pixel, int lane, const Counts *counts) {
    int nodes[16], samples[16], visible[16];
    vstore16(counts->nodes, 0, nodes);
    vstore16(counts->samples, 0, samples);
    vstore16(counts->visible, 0, visible);
    PixelCounts stored;
    stored.nodes = (uint)nodes[lane];
    stored.node_iterations = lane == 0 ? counts->node_iterations : 0u;
    stored.samples = (uint)samples[lane];
    stored.sample_iterations = lane == 0 ? counts->sample_iterations : 0u;
    stored.visible = (uint)visible[lane];
    ((__global PixelCounts *)counters)[pixel] = stored;
}
