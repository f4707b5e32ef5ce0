// How much of a particle each voxel around it gets; host and devices compute it to the same bit.
//
// A particle lies at whole 65536ths of a voxel and weighs a whole number of quanta. What it gives is rounded down to
// whole quanta, and the nearest voxel gets the rest: sums are integers, so they do not depend on the order, and no mass
// is lost.
// Products must not be contracted with sums: not in a program behind this file.
#ifndef VOXMARCH_KERNELS_PARTICLE_WEIGHTS_H
#define VOXMARCH_KERNELS_PARTICLE_WEIGHTS_H

#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT OFF
#endif

enum {
    PARTICLE_STEPS = 65536,    ///< places along a voxel
    PARTICLE_QUANTA = 1048576, ///< of the heaviest particle; floats hold as many and more
};

#define PARTICLE_STEP (1.0f / 65536.0f) ///< of PARTICLE_STEPS, in voxels; exact

/// Quadratic B-spline of the knots that are voxels, at the voxel `k` = -1, 0 or 1 behind the nearest one.
/// offset  of the particle from the nearest voxel, [-0.5, 0.5)
static inline float particle_weight(float offset, int k) {
    const float rise = 0.5f + (float)k * offset;
    return k == 0 ? 0.75f - offset * offset : 0.5f * rise * rise;
}

#endif
