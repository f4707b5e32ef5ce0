// Counts what a ray does, and how full its warp is while it does it.
// Provides: Counts, no_counts, count_node, count_sample, count_visible, count_opacity, store_counts.
// Requires: warp_*.cl.

// A warp's iteration is counted by one of its active lanes, so that the sum over the lanes is the number of iterations
// of the warps: SIMD efficiency = steps / (lanes of a warp * iterations).
typedef struct Counts {
    uint nodes;               // traversal steps
    uint node_iterations;     // warp iterations of traversal steps, counted by this lane
    uint samples;             // marching steps
    uint sample_iterations;   // warp iterations of marching steps, counted by this lane
    uint visible;             // marching steps with opacity > 0
} Counts;

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

// counters  five numbers a pixel, in the order of the members
static void store_counts(__global uint *counters, int pixel, const Counts *counts) {
    __global uint *place = counters + 5 * (size_t)pixel;
    place[0] = counts->nodes;
    place[1] = counts->node_iterations;
    place[2] = counts->samples;
    place[3] = counts->sample_iterations;
    place[4] = counts->visible;
}
