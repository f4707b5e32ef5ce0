// Counts what a ray does, two numbers a pixel.
// Provides: Counts, no_counts, count_sample, count_visible, store_counts.   Requires: nothing.

typedef struct Counts {
    uint samples; // marching steps
    uint visible; // marching steps with opacity > 0
} Counts;

static Counts no_counts(void) {
    Counts counts;
    counts.samples = 0;
    counts.visible = 0;
    return counts;
}

static void count_sample(Counts *counts) { counts->samples += 1; }
static void count_visible(Counts *counts) { counts->visible += 1; }

// counters  uint2 a pixel: samples, visible
static void store_counts(__global uint *counters, int pixel, Counts counts) {
    counters[2 * pixel] = counts.samples;
    counters[2 * pixel + 1] = counts.visible;
}
