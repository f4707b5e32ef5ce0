// Density of particles by quadratic B-splines: each adds to the 27 voxels around it, and sums become densities (Dyken
// and Ziegler 2010, "Build a scalar field from the SPH nodes").
// Provides: kernels clear_sums, spread_particles, scale_density.
// Requires: particle_weights.h; exact maths, as floats are rounded like those of the host.

// One work-item a voxel, at least one.
__kernel void clear_sums(const uint count, __global uint *sums, __global uint *overflows) {
    const uint i = (uint)get_global_id(0);
    if (i < count) {
        sums[i] = 0u;
    }
    if (i == 0u) {
        overflows[0] = 0u;
    }
}

// Adds to a voxel, and notes if its sum no longer fits.
static void add_quanta(volatile __global uint *sums, uint voxel, uint quanta, volatile __global uint *overflows) {
    const uint before = atomic_add(sums + voxel, quanta);
    if (before + quanta < before) {
        atomic_inc(overflows);
    }
}

// particles  x, y, z in PARTICLE_STEPS of a voxel, at least 1.5 voxels inside of the grid, and the mass in quanta
// sums       a voxel each, 0 before; in quanta
// overflows  0 before; how often a sum did not fit
// global size: a particle each, rounded up to a multiple of the local size
__kernel void spread_particles(const uint count, __global const uint4 *particles, const uint nx, const uint ny,
                               volatile __global uint *sums, volatile __global uint *overflows) {
    const uint i = (uint)get_global_id(0);
    if (i >= count) {
        return;
    }
    const uint4 particle = particles[i];
    const uint3 nearest = (particle.xyz + (uint)(PARTICLE_STEPS / 2)) / (uint)PARTICLE_STEPS;
    const float3 offset = convert_float3(as_int3(particle.xyz - nearest * (uint)PARTICLE_STEPS)) * PARTICLE_STEP;
    const uint middle = (nearest.z * ny + nearest.y) * nx + nearest.x;
    uint rest = particle.w;
    for (int z = -1; z <= 1; ++z) {
        for (int y = -1; y <= 1; ++y) {
            const float plane = particle_weight(offset.z, z) * particle_weight(offset.y, y);
            for (int x = -1; x <= 1; ++x) {
                const uint quanta = (uint)(plane * particle_weight(offset.x, x) * (float)particle.w);
                if ((x | y | z) != 0 && quanta != 0u) {
                    add_quanta(sums, middle + (uint)((z * (int)ny + y) * (int)nx + x), quanta, overflows);
                    rest -= quanta;
                }
            }
        }
    }
    add_quanta(sums, middle, rest, overflows);
}

// Turns each sum into a float in its place.
// density  of a quantum
__kernel void scale_density(const uint count, const float density, __global uint *sums) {
    const uint i = (uint)get_global_id(0);
    if (i < count) {
        sums[i] = as_uint(convert_float_rte(sums[i]) * density);
    }
}
