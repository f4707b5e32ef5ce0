// Votes of the lanes of a sub-group (cl_khr_subgroups, OpenCL 2.1+).
// Provides: warp_any, warp_count, warp_rank, warp_broadcast, warp_elects, warp_sync.
// Requires: nothing; a device with sub-groups; every lane of the sub-group calls.

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

static int warp_any(int predicate) { return sub_group_any(predicate != 0); }

static uint warp_count(int predicate) { return sub_group_reduce_add(predicate != 0 ? 1u : 0u); }

static uint warp_rank(int predicate) { return sub_group_scan_exclusive_add(predicate != 0 ? 1u : 0u); }

static uint warp_broadcast(uint value) { return sub_group_broadcast(value, 0); }

static void warp_sync(void) { sub_group_barrier(CLK_LOCAL_MEM_FENCE); }

// Which lanes run together cannot be asked here: nobody is elected, and SIMD efficiency stays unknown.
static uint warp_elects(void) { return 0u; }
