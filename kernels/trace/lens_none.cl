// A pinhole: every line of sight goes through the eye.
// Provides: go_through_lens.   Requires: trace_params.h, philox.cl.

static void go_through_lens(__global const TraceParams *trace, Random *random, float3 *eye, float3 *through) {}
