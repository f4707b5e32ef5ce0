// The density of particles, made on a device.
#pragma once

#include "device/kernel_cache.h"
#include "device/memory.h"
#include "isosurface/extraction.h"
#include "volume/particles/density_field.h"

namespace voxmarch {

/// The program that spreads particles. Built without fast math: it gives the bits of spread_on_host().
ProgramSource spread_particles_source();

/// Refers to its device. Buffers stay for the next particles, if there are as many on a lattice of the same size.
class ParticleDensity {
public:
    explicit ParticleDensity(Device &device) : device_(&device), kernels_(device) {}

    /// Uploads particles. Waits. @throws MemoryError, DeviceError
    void upload(const PlacedParticles &placed);

    /// Starts to make the density of those that were uploaded last. @throws ProgramError, DeviceError
    [[nodiscard]] Events spread();

    /// Whether every sum fitted, see SpreadParticles. Waits for the density.
    bool fits() const;

    /// For extraction; refers to the buffer.
    ScalarField field() const;

    /// Waits for the density. @param density  a float a voxel
    void download(std::span<float> density) const;

private:
    Device *device_;
    KernelCache kernels_;
    Grid grid_;
    float density_unit_ = 1.0f;
    std::uint32_t count_ = 0, voxels_ = 0; // particles; voxels of the grid
    Buffer particles_, sums_, overflows_;
};

} // namespace voxmarch
