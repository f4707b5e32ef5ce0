// Spreads particles one after the other. Compiled so that no product and sum are rounded together.
#include "kernels/shared/particle_weights.h"
#include "volume/particles/density_field.h"

#include <limits>

namespace voxmarch {

namespace {

class Sums {
public:
    explicit Sums(std::size_t voxels) : sums_(voxels) {}

    void add(std::size_t voxel, std::uint32_t quanta) {
        fit_ = fit_ && quanta <= std::numeric_limits<std::uint32_t>::max() - sums_[voxel];
        sums_[voxel] += quanta;
    }

    const std::vector<std::uint32_t> &all() const { return sums_; }
    bool fit() const { return fit_; }

private:
    std::vector<std::uint32_t> sums_;
    bool fit_ = true;
};

/// As the kernel of the same name.
void spread(const std::array<std::uint32_t, 4> &particle, std::size_t nx, std::size_t ny, Sums &sums) {
    std::array<std::size_t, 3> nearest{};
    std::array<float, 3> offset{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        nearest.at(axis) = (particle.at(axis) + PARTICLE_STEPS / 2) / PARTICLE_STEPS;
        const auto steps =
            static_cast<std::int64_t>(particle.at(axis)) - static_cast<std::int64_t>(nearest.at(axis)) * PARTICLE_STEPS;
        offset.at(axis) = static_cast<float>(steps) * PARTICLE_STEP;
    }
    const auto voxel = [&](int x, int y, int z) {
        const auto at = [&](std::size_t axis, int k) { return nearest.at(axis) + static_cast<std::size_t>(k + 1) - 1; };
        return (at(2, z) * ny + at(1, y)) * nx + at(0, x);
    };
    const auto mass = static_cast<float>(particle[3]);
    std::uint32_t rest = particle[3];
    for (int z = -1; z <= 1; ++z) {
        for (int y = -1; y <= 1; ++y) {
            const float plane = particle_weight(offset[2], z) * particle_weight(offset[1], y);
            for (int x = -1; x <= 1; ++x) {
                if (x != 0 || y != 0 || z != 0) {
                    const auto quanta = static_cast<std::uint32_t>(plane * particle_weight(offset[0], x) * mass);
                    sums.add(voxel(x, y, z), quanta);
                    rest -= quanta;
                }
            }
        }
    }
    sums.add(voxel(0, 0, 0), rest);
}

} // namespace

bool spread_on_host(const PlacedParticles &placed, std::span<float> density) {
    const auto nx = static_cast<std::size_t>(placed.grid.dims[0]), ny = static_cast<std::size_t>(placed.grid.dims[1]);
    Sums sums(density.size());
    for (const std::array<std::uint32_t, 4> &particle : placed.particles) {
        spread(particle, nx, ny, sums);
    }
    for (std::size_t i = 0; i < density.size(); ++i) {
        density[i] = static_cast<float>(sums.all()[i]) * placed.density_unit;
    }
    return sums.fit();
}

} // namespace voxmarch
