// Compaction by one counter that every retained element increments.
// Provides: kernel compact_atomics.   Requires: nothing.

// total     0 before the launch; receives how many are retained
// retained  numbers of the retained elements, in no particular order
__kernel void compact_atomics(uint count, __global const uint *counts, volatile __global uint *total,
                              __global uint *retained) {
    const uint i = (uint)get_global_id(0);
    if (i < count && counts[i] != 0u) {
        retained[atomic_inc(total)] = i;
    }
}
