// The density of particles as a field on a lattice: how it is asked for, and how it is made on the host.
#pragma once

#include "volume/grid.h"
#include "volume/particles/particles.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

/// Each particle is a quadratic B-spline of integral 1 along every axis, times its mass, whose knots are the voxels:
/// 1.5 voxels wide to each side. The sum of all voxels times the volume of one is the mass of all particles, to the
/// last bit of what the particles weigh here.
struct DensityField {
    double spacing = 1.0;             ///< smoothing length and distance of voxels, in the file's unit; > 0
    std::optional<ParticleBox> box{}; ///< of the particles that count; empty: all do
};

/// Reads "density:H" or "density:H:X0,Y0,Z0,X1,Y1,Z1". @throws UsageError
DensityField parse_density_field(const std::string &words);

/// The same with the box of all particles of these files, so that all have one lattice; as it is if it names a box.
/// @throws UsageError, and as read_particles(). Cost: reads the files
std::string field_over_files(const std::string &words, std::span<const std::filesystem::path> files);

/// Particles in the units of their lattice.
struct PlacedParticles {
    /// Voxels lie at multiples of the spacing. Two layers of them lie around those that are nearest to particles: the
    /// outer ones hold 0, so surfaces close.
    Grid grid;
    /// x, y, z from the first voxel on in PARTICLE_STEPS of a voxel, and the mass in quanta (particle_weights.h).
    std::vector<std::array<std::uint32_t, 4>> particles;
    double quantum = 1.0;      ///< mass
    float density_unit = 1.0f; ///< density of a quantum in a voxel
    std::size_t outside = 0;   ///< particles that do not lie in the box
    std::size_t too_light = 0; ///< particles that weigh less than half a quantum
};

/// @param file  for messages  @throws FileError if no particle lies in the box; UsageError if the spacing makes more
/// than 2^31 voxels, or is too short for places so far from the origin
PlacedParticles place_particles(const Particles &particles, const DensityField &field,
                                const std::filesystem::path &file);

/// Makes the density, a float a voxel. @return whether every sum fits 32 bits: less than 4096 particles of the largest
/// mass at a voxel
using SpreadParticles = std::function<bool(const PlacedParticles &, std::span<float>)>;

/// On one core. The reference for devices, which give the same bits.
bool spread_on_host(const PlacedParticles &placed, std::span<float> density);

} // namespace voxmarch
