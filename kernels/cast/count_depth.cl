// Notes how far from the eye half of the light from behind is blocked, in place of counters.
// Provides: Counts, no_counts, count_node, count_sample, count_visible, count_opacity, store_counts.   Requires: nothing.

// Distance from the eye, aligned lengths; below 0: not that far yet.
typedef float Counts;

static Counts no_counts(void) { return -1.0f; }
static void count_node(Counts *counts) {}
static void count_sample(Counts *counts) {}
static void count_visible(Counts *counts) {}

static void count_opacity(Counts *counts, float transmittance, float depth) {
    *counts = *counts < 0.0f && transmittance <= 0.5f ? depth : *counts;
}

// counters  one number a pixel: bits of the distance, or of infinity, which the build's fast-math rules do not know
static void store_counts(__global uint *counters, int pixel, const Counts *counts) {
    counters[pixel] = *counts < 0.0f ? 0x7f800000u : as_uint(*counts);
}
