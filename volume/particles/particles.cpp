// Finds out which kind of file holds particles, and refuses what no density can be made of.
#include "volume/particles/particles.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/formats/foreign_file.h"
#include "volume/grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace fs = std::filesystem;

ParticleBox box_of(const Particles &particles) {
    ParticleBox box{particles.positions.front(), particles.positions.front()};
    for (const glm::dvec3 &position : particles.positions) {
        box = joined(box, {position, position});
    }
    return box;
}

ParticleBox joined(const ParticleBox &a, const ParticleBox &b) {
    return {glm::min(a.low, b.low), glm::max(a.high, b.high)};
}

ParticleFormat particle_format(const fs::path &file) {
    const auto bytes = first_bytes(file, 64);
    const std::string_view head(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    if (head.starts_with("ply\n") || head.starts_with("ply\r")) {
        return ParticleFormat::ply;
    }
    if (head.starts_with("# vtk DataFile")) {
        return ParticleFormat::vtk;
    }
    return head.starts_with("<?xml") || head.starts_with("<VTKFile") ? ParticleFormat::vtk_xml : ParticleFormat::table;
}

bool is_named_like_particles(const fs::path &file) {
    constexpr std::array<std::string_view, 4> usual{".ply", ".csv", ".vtp", ".vtu"};
    return std::ranges::find(usual, text::lower(file.extension().string())) != usual.end();
}

static Particles read_as(ParticleFormat format, const fs::path &file) {
    switch (format) {
    case ParticleFormat::ply: return read_ply(file);
    case ParticleFormat::vtk: return read_vtk_points(file);
    case ParticleFormat::vtk_xml: return read_vtk_xml_points(file);
    case ParticleFormat::table: break;
    }
    return read_particle_table(file);
}

Particles read_particles(const fs::path &file) {
    if (size_of_file(file) == 0) {
        throw FileError(file, "is empty");
    }
    Particles particles = read_as(particle_format(file), file);
    if (particles.positions.empty()) {
        throw FileError(file, "holds no points");
    }
    for (std::size_t i = 0; i < particles.positions.size(); ++i) {
        const glm::dvec3 &p = particles.positions[i];
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) {
            throw FileError(file, fmt::format("has no finite place for point {}: {}, {}, {}", i, p.x, p.y, p.z));
        }
        require_measure(p, file);
        if (const double mass = particles.mass(i); !std::isfinite(mass) || mass < 0.0) {
            throw FileError(file,
                            fmt::format("says that the mass of point {} is {}: it must not be negative", i, mass));
        }
    }
    if (!particles.masses.empty() && *std::ranges::max_element(particles.masses) == 0.0) {
        throw FileError(file, "says that all its points have the mass 0");
    }
    return particles;
}

} // namespace voxmarch
