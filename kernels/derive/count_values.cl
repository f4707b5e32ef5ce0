// Counts how often each value of 8- or 16-bit voxels occurs, or each group of values.
// Provides: kernel count_values.   Requires: load_*.cl, vectors.cl.
#ifndef TABLE_BINS
#define TABLE_BINS 256 // of one table in local memory
#endif
#ifndef TABLES
#define TABLES 8 // in local memory: lanes with the same value would wait for each other
#endif

// Voxels of equal value in a row, not yet counted.
static void add_run(__local uint *bins, uint bin, uint length, uint table) {
    if (bin < TABLE_BINS && length > 0) {
        atomic_add(&bins[bin * TABLES + table], length);
    }
}

// Work-items take columns along z: lanes side by side read voxels side by side, and voxels above each other are often
// equal, which costs one addition for all of them.
// stored_scale  from stored values, which images give normalised, to integers
// shift         bits of the value that are left out
// first_bin     bin of the first entry of `counts`, which has TABLE_BINS entries; values below and above are not counted
// z_begin, z_end  slices to look at; of fewer than 2^31 voxels, or sums would not fit
// global size: any multiple of the local size, which divides nothing
__kernel void count_values(const DeriveParams derive, SCALAR_SOURCE scalars, const float stored_scale, const uint shift,
                           const uint first_bin, const int z_begin, const int z_end, __global uint *counts) {
    __local uint bins[TABLE_BINS * TABLES];
    const uint lane = (uint)get_local_id(0), lanes = (uint)get_local_size(0);
    for (uint i = lane; i < TABLE_BINS * TABLES; i += lanes) {
        bins[i] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint columns = (uint)derive.dims[0] * (uint)derive.dims[1];
    for (uint column = (uint)get_global_id(0); column < columns; column += (uint)get_global_size(0)) {
        const int x = (int)(column % (uint)derive.dims[0]), y = (int)(column / (uint)derive.dims[0]);
        uint last = 0, length = 0;
        for (int z = z_begin; z < z_end; ++z) {
            const float stored = load_scalar(scalars, derive.dims, x, y, z);
            const uint bin = ((uint)(stored * stored_scale + 0.5f) >> shift) - first_bin;
            if (bin != last) {
                add_run(bins, last, length, lane % TABLES);
                last = bin;
                length = 0;
            }
            ++length;
        }
        add_run(bins, last, length, lane % TABLES);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = lane; i < TABLE_BINS; i += lanes) {
        uint sum = 0;
        for (uint table = 0; table < TABLES; ++table) {
            sum += bins[i * TABLES + table];
        }
        if (sum > 0) {
            atomic_add(&counts[i], sum);
        }
    }
}
