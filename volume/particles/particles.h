// Particles of a simulation: points with masses.
#pragma once

#include <filesystem>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

struct Particles {
    std::vector<glm::dvec3> positions; ///< in the file's unit
    std::vector<double> masses;        ///< as many; empty: each is 1

    double mass(std::size_t i) const { return masses.empty() ? 1.0 : masses[i]; }
};

/// The smallest box that holds particles.
struct ParticleBox {
    glm::dvec3 low{0.0}, high{0.0};
};

/// @param particles  at least one
ParticleBox box_of(const Particles &particles);
ParticleBox joined(const ParticleBox &a, const ParticleBox &b);

/// The kinds of files that hold particles.
enum class ParticleFormat { ply, vtk, vtk_xml, table };

/// By the first bytes of a file: whatever is nothing else is a table. @throws FileError for a file that is not there
ParticleFormat particle_format(const std::filesystem::path &file);

/// Whether a file is usually one of points, by its name; it may hold a volume nevertheless.
bool is_named_like_particles(const std::filesystem::path &file);

/// Reads points, and what each has under the name "mass".
/// @return at least one particle; coordinates are finite, masses finite, not negative and not all 0
/// @throws FileError; UnsupportedError for VTK's XML in a build without tinyxml2
Particles read_particles(const std::filesystem::path &file);

/// The readers of each format, which may give anything that is written there. @throws FileError
Particles read_ply(const std::filesystem::path &file);
Particles read_vtk_points(const std::filesystem::path &file);
Particles read_vtk_xml_points(const std::filesystem::path &file);
Particles read_particle_table(const std::filesystem::path &file);

/// Writes a binary PLY file with positions and masses as floats. @throws OutputError
void write_ply(const Particles &particles, const std::filesystem::path &file);

} // namespace voxmarch
