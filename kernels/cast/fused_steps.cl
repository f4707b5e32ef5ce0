// How many samples are taken at once.
// Provides: FUSED_STEPS.   Requires: nothing.

#ifndef FUSED_STEPS
#define FUSED_STEPS 4 // independent fetches hide each other's latency
#endif
