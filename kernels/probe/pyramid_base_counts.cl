// The base of a HistoPyramid: counts that were made before.
// Provides: base_count.   Requires: nothing.

static uint base_count(uint count) { return count; }
