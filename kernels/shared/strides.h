// How long strides of samples are kept in maps of leaves: numbers that host and kernels share (docs/kernels.md).
#ifndef VOXMARCH_KERNELS_STRIDES_H
#define VOXMARCH_KERNELS_STRIDES_H

/// A byte of a map of strides is an empty leaf's distance to the nearest occupied one (or 0, in a map without
/// distances), or else STRIDE_ONE + the whole part of log2(stride^2) as long as all light gets through.
enum {
    STRIDE_LEAST = 16,  ///< smaller bytes are those of empty leaves
    STRIDE_ONE = 128,   ///< one step of the lattice
    STRIDE_MOST = 255,
    LONGEST_STRIDE = 16 ///< steps, a power of two
};

#endif
