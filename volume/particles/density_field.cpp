// Places particles on a lattice.
#include "volume/particles/density_field.h"

#include "base/error.h"
#include "base/text.h"
#include "kernels/shared/particle_weights.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace fs = std::filesystem;

/// Voxels between the first one and the first that is the nearest of a particle.
constexpr double layers = 2.0;

constexpr double steps_a_voxel = int{PARTICLE_STEPS}, heaviest_quanta = int{PARTICLE_QUANTA};

DensityField parse_density_field(const std::string &words) {
    const auto refuse = [&](const std::string &problem) {
        return UsageError(
            fmt::format("the field '{}' {}; write density:H, H the smoothing length and distance of voxels "
                        "in the file's unit, or density:H:X0,Y0,Z0,X1,Y1,Z1 for a part",
                        text::one_line(words, 80), problem));
    };
    const std::vector<std::string> parts = text::split(words, ':');
    if (parts[0] != "density" || parts.size() < 2 || parts.size() > 3) {
        throw refuse("is not understood");
    }
    DensityField field;
    field.spacing = text::to_double(parts[1]).value_or(0.0);
    if (!(field.spacing > 0.0) || !std::isfinite(field.spacing)) {
        throw refuse(fmt::format("has the length '{}', which must be greater than 0", text::one_line(parts[1], 40)));
    }
    if (parts.size() == 3) {
        std::vector<double> ends;
        for (const std::string &number : text::split(parts[2], ',')) {
            ends.push_back(text::to_double(number).value_or(std::nan("")));
        }
        if (ends.size() != 6 || !std::ranges::all_of(ends, [](double end) { return std::isfinite(end); })) {
            throw refuse("has a box that is not six numbers");
        }
        field.box = ParticleBox{{ends[0], ends[1], ends[2]}, {ends[3], ends[4], ends[5]}};
        if (glm::any(glm::greaterThan(field.box->low, field.box->high))) {
            throw refuse("has a box that ends before it begins");
        }
    }
    return field;
}

std::string field_over_files(const std::string &words, std::span<const fs::path> files) {
    if (parse_density_field(words).box) {
        return words;
    }
    ParticleBox all = box_of(read_particles(files.front()));
    for (const fs::path &file : files.subspan(1)) {
        all = joined(all, box_of(read_particles(file)));
    }
    return fmt::format("{}:{},{},{},{},{},{}", words, all.low.x, all.low.y, all.low.z, all.high.x, all.high.y,
                       all.high.z);
}

/// The lattice around a box. @throws UsageError
static Grid grid_around(const ParticleBox &box, double spacing) {
    constexpr double most_along = 60000.0, most = 2147483648.0, farthest = 1e10;
    const glm::dvec3 first = glm::floor(box.low / spacing + 0.5) - layers;
    const glm::dvec3 count = glm::floor(box.high / spacing + 0.5) + layers - first + 1.0;
    const double voxels = count.x * count.y * count.z, longest = glm::max(count.x, glm::max(count.y, count.z));
    if (!(voxels <= most) || !(longest <= most_along)) {
        const std::string limit = longest <= most_along
                                      ? fmt::format("{:g} that a density may have", most)
                                      : fmt::format("{:g} that it may have along an axis", most_along);
        throw UsageError(fmt::format("voxels {:g} apart would be {:g}x{:g}x{:g}, more than the {}: take a longer "
                                     "smoothing length, or a part of the particles",
                                     spacing, count.x, count.y, count.z, limit));
    }
    if (glm::any(glm::greaterThan(glm::abs(first), glm::dvec3(farthest)))) {
        throw UsageError(fmt::format("particles lie more than {:g} smoothing lengths of {:g} from the origin: take a "
                                     "longer one, or move them",
                                     farthest, spacing));
    }
    Grid grid;
    grid.dims = {static_cast<int>(count.x), static_cast<int>(count.y), static_cast<int>(count.z)};
    grid.spacing = glm::dvec3(spacing);
    grid.origin = first * spacing;
    return grid;
}

/// Steps of a place from the first voxel on. What is rounded out of the middle of the grid is put back.
static std::uint32_t steps_of(double place, double spacing, double origin, int voxels) {
    const double least = (layers - 0.5) * steps_a_voxel, most = (voxels - layers - 0.5) * steps_a_voxel - 1.0;
    return static_cast<std::uint32_t>(std::clamp(std::round((place - origin) / spacing * steps_a_voxel), least, most));
}

PlacedParticles place_particles(const Particles &particles, const DensityField &field, const fs::path &file) {
    const ParticleBox box = field.box.value_or(box_of(particles));
    PlacedParticles placed;
    placed.grid = grid_around(box, field.spacing);
    const double heaviest = particles.masses.empty() ? 1.0 : *std::ranges::max_element(particles.masses);
    placed.quantum = heaviest / heaviest_quanta;
    const double density = placed.quantum / field.spacing / field.spacing / field.spacing;
    if (!(density > 1e-36 && density < 1e28)) {
        throw FileError(file, fmt::format("makes densities around {:g}, which floats do not hold: take another unit of "
                                          "mass or length",
                                          density * heaviest_quanta));
    }
    placed.density_unit = static_cast<float>(density);
    for (std::size_t i = 0; i < particles.positions.size(); ++i) {
        const glm::dvec3 &position = particles.positions[i];
        if (glm::any(glm::lessThan(position, box.low)) || glm::any(glm::greaterThan(position, box.high))) {
            ++placed.outside;
            continue;
        }
        std::array<std::uint32_t, 4> particle{};
        for (int axis = 0; axis < 3; ++axis) {
            particle.at(static_cast<std::size_t>(axis)) =
                steps_of(position[axis], field.spacing, placed.grid.origin[axis],
                         placed.grid.dims.at(static_cast<std::size_t>(axis)));
        }
        particle[3] = static_cast<std::uint32_t>(std::round(particles.mass(i) / placed.quantum));
        placed.too_light += particle[3] == 0 && particles.mass(i) > 0.0 ? 1 : 0;
        placed.particles.push_back(particle);
    }
    if (placed.particles.empty()) {
        throw FileError(file, fmt::format("has no particle in the box from {:g}, {:g}, {:g} to {:g}, {:g}, {:g}",
                                          box.low.x, box.low.y, box.low.z, box.high.x, box.high.y, box.high.z));
    }
    return placed;
}

} // namespace voxmarch
