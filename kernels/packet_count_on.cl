// Counts what each of 16 rays does, two numbers a pixel as count_on.cl.
// Provides: Counts, no_counts, count_samples, store_counts.   Requires: nothing.

typedef struct Counts {
    int16 samples; // marching steps
    int16 visible; // marching steps with opacity > 0
} Counts;

static Counts no_counts(void) {
    Counts counts;
    counts.samples = (int16)(0);
    counts.visible = (int16)(0);
    return counts;
}

// Masks are -1 in the lanes that take part.
static void count_samples(Counts *counts, int16 marching, int16 visible) {
    counts->samples -= marching;
    counts->visible -= visible;
}

static void store_counts(__global uint *counters, int pixel, int lane, const Counts *counts) {
    int samples[16], visible[16];
    vstore16(counts->samples, 0, samples);
    vstore16(counts->visible, 0, visible);
    counters[2 * pixel] = (uint)samples[lane];
    counters[2 * pixel + 1] = (uint)visible[lane];
}
