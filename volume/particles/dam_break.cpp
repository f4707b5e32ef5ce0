// Moves particles, and takes each back to where its density is right.
#include "volume/particles/dam_break.h"

#include "base/error.h"
#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace voxmarch {

namespace {

constexpr double gravity = 9.81, water = 1000.0; // m/s^2, kg/m^3
constexpr int steps_a_frame = 4, relaxations = 4;
constexpr double viscosity = 0.02; ///< share of the difference to the neighbours' speeds that goes in a step

/// A number in [-0.5, 0.5) for a particle and an axis, or 3, always the same.
double scattered(std::uint32_t particle, std::uint32_t axis) {
    std::uint32_t bits = (particle * 4u + axis) * 2654435761u;
    bits = (bits ^ bits >> 15) * 2246822519u;
    return static_cast<double>(bits >> 8) / 16777216.0 - 0.5;
}

/// Keeps a particle off the walls by half a distance, more or less: in one plane they would hold each other up there.
glm::dvec3 inside(const glm::dvec3 &place, std::size_t particle, double distance) {
    const double margin = (0.5 + 0.3 * scattered(static_cast<std::uint32_t>(particle), 3)) * distance;
    glm::dvec3 result = glm::clamp(place, glm::dvec3(margin), DamBreak::tank - margin);
    result.y = std::max(place.y, margin);
    return result;
}

template <typename Work> void for_each_particle(std::size_t count, const Work &work) {
    in_pieces(count, 1024, [&](std::size_t, std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
            work(i);
        }
    });
}

} // namespace

DamBreak::DamBreak(int particles_high) : distance_(column.y / particles_high), reach_(2.0 * distance_) {
    if (particles_high < 4 || particles_high > 256) {
        throw UsageError(
            fmt::format("a column of {} particles along its height: 4 to 256 are possible", particles_high));
    }
    const glm::ivec3 counts(glm::round(column / distance_));
    for (int z = 0; z < counts.z; ++z) {
        for (int y = 0; y < counts.y; ++y) {
            for (int x = 0; x < counts.x; ++x) {
                // Water that stands in rows would fall in rows.
                const auto i = static_cast<std::uint32_t>(places_.size());
                const glm::dvec3 off(scattered(i, 0), scattered(i, 1), scattered(i, 2));
                places_.push_back(inside((glm::dvec3(x, y, z) + 0.5 + 0.1 * off) * distance_, i, distance_));
            }
        }
    }
    speeds_.resize(places_.size(), glm::dvec3(0.0));
    rest_density_ = 0.0;
    for (int z = -2; z <= 2; ++z) {
        for (int y = -2; y <= 2; ++y) {
            for (int x = -2; x <= 2; ++x) {
                rest_density_ += density_kernel(distance_ * glm::length(glm::dvec3(x, y, z)));
            }
        }
    }
}

Particles DamBreak::particles() const {
    const double mass = water * distance_ * distance_ * distance_;
    return {places_, std::vector<double>(places_.size(), mass)};
}

// "Poly6" and the gradient of "spiky", both of integral 1 (Mueller, Charypar and Gross 2003).
double DamBreak::density_kernel(double distance) const {
    const double rest = reach_ * reach_ - distance * distance;
    return rest <= 0.0 ? 0.0 : 315.0 / (64.0 * std::numbers::pi * std::pow(reach_, 9)) * rest * rest * rest;
}

glm::dvec3 DamBreak::kernel_gradient(const glm::dvec3 &offset) const {
    const double distance = glm::length(offset), rest = reach_ - distance;
    return rest <= 0.0 || distance == 0.0
               ? glm::dvec3(0.0)
               : -45.0 / (std::numbers::pi * std::pow(reach_, 6)) * rest * rest / distance * offset;
}

void DamBreak::next_frame() {
    for (int i = 0; i < steps_a_frame; ++i) {
        step(seconds_a_frame / steps_a_frame);
    }
}

void DamBreak::step(double seconds) {
    std::vector<glm::dvec3> places(places_.size());
    for_each_particle(places.size(), [&](std::size_t i) {
        speeds_[i].y -= gravity * seconds;
        places[i] = inside(places_[i] + seconds * speeds_[i], i, distance_);
    });
    const Neighbours neighbours = neighbours_of(places);
    for (int i = 0; i < relaxations; ++i) {
        relax(places, neighbours);
    }
    for_each_particle(places.size(), [&](std::size_t i) { speeds_[i] = (places[i] - places_[i]) / seconds; });
    smooth_speeds(places, neighbours);
    places_ = std::move(places);
}

DamBreak::Neighbours DamBreak::neighbours_of(const std::vector<glm::dvec3> &places) const {
    // Particles by the cell of a lattice they lie in, the cells one behind the other.
    glm::dvec3 high(0.0);
    for (const glm::dvec3 &place : places) {
        high = glm::max(high, place);
    }
    const glm::ivec3 cells = glm::ivec3(high / reach_) + 1;
    const auto cell_of = [&](const glm::dvec3 &place) { return glm::ivec3(place / reach_); };
    const auto number_of = [&](const glm::ivec3 &cell) {
        return static_cast<std::size_t>((cell.z * cells.y + cell.y) * cells.x + cell.x);
    };
    std::vector<std::uint32_t> begins(static_cast<std::size_t>(cells.x * cells.y * cells.z) + 1), sorted(places.size());
    for (const glm::dvec3 &place : places) {
        ++begins[number_of(cell_of(place)) + 1];
    }
    for (std::size_t cell = 1; cell < begins.size(); ++cell) {
        begins[cell] += begins[cell - 1];
    }
    std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
    for (std::uint32_t i = 0; i < places.size(); ++i) {
        sorted[next[number_of(cell_of(places[i]))]++] = i;
    }
    Neighbours neighbours(places.size());
    for_each_particle(places.size(), [&](std::size_t i) {
        const glm::ivec3 low = glm::max(cell_of(places[i]) - 1, glm::ivec3(0)),
                         last = glm::min(cell_of(places[i]) + 1, cells - 1);
        for (int z = low.z; z <= last.z; ++z) {
            for (int y = low.y; y <= last.y; ++y) {
                const std::uint32_t end = begins[number_of({last.x, y, z}) + 1];
                for (std::uint32_t k = begins[number_of({low.x, y, z})]; k < end; ++k) {
                    const glm::dvec3 apart = places[sorted[k]] - places[i];
                    if (sorted[k] != i && glm::dot(apart, apart) < reach_ * reach_) {
                        neighbours[i].push_back(sorted[k]);
                    }
                }
            }
        }
    });
    return neighbours;
}

void DamBreak::relax(std::vector<glm::dvec3> &places, const Neighbours &neighbours) const {
    const double softness = 1.0 / (reach_ * reach_); // for particles that hardly touch another
    std::vector<double> pulls(places.size());
    for_each_particle(places.size(), [&](std::size_t i) {
        double density = density_kernel(0.0), squares = 0.0;
        glm::dvec3 own(0.0);
        for (const std::uint32_t j : neighbours[i]) {
            const glm::dvec3 apart = places[i] - places[j];
            const glm::dvec3 gradient = kernel_gradient(apart) / rest_density_;
            density += density_kernel(glm::length(apart));
            own += gradient;
            squares += glm::dot(gradient, gradient);
        }
        // Water is pushed apart and never pulled together: a surface would clot.
        pulls[i] = -std::max(0.0, density / rest_density_ - 1.0) / (squares + glm::dot(own, own) + softness);
    });
    std::vector<glm::dvec3> moved(places.size());
    for_each_particle(places.size(), [&](std::size_t i) {
        glm::dvec3 shift(0.0);
        for (const std::uint32_t j : neighbours[i]) {
            shift += (pulls[i] + pulls[j]) * kernel_gradient(places[i] - places[j]);
        }
        moved[i] = inside(places[i] + shift / rest_density_, i, distance_);
    });
    places = std::move(moved);
}

void DamBreak::smooth_speeds(const std::vector<glm::dvec3> &places, const Neighbours &neighbours) {
    std::vector<glm::dvec3> smooth(places.size());
    for_each_particle(places.size(), [&](std::size_t i) {
        glm::dvec3 change(0.0);
        for (const std::uint32_t j : neighbours[i]) {
            change += (speeds_[j] - speeds_[i]) * density_kernel(glm::length(places[i] - places[j]));
        }
        smooth[i] = speeds_[i] + viscosity * change / rest_density_;
    });
    speeds_ = std::move(smooth);
}

} // namespace voxmarch
