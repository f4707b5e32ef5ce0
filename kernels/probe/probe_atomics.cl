// Lets many work-items fight for the smallest 64-bit number, so that the host can tell whether 64-bit atomics work.
// Provides: kernel probe_atomics.   Requires: nothing; a device that lists cl_khr_int64_extended_atomics.

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

// The high halves decide: work-item i brings (70 - i) << 32 | i, so that the last of 64 wins with 7 << 32 | 63.
__kernel void probe_atomics(__global ulong *smallest) {
    const ulong i = get_global_id(0);
    atom_min(smallest, ((70ul - i) << 32) | i);
}
