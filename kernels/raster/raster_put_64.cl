// The nearest fragment wins by one 64-bit atomic minimum.
// Provides: put_fragment.   Requires: nothing; a device with cl_khr_int64_extended_atomics.

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

static void put_fragment(volatile __global ulong *visible, size_t place, uint depth, uint triangle) {
    atom_min(visible + place, (ulong)depth << 32 | triangle);
}
