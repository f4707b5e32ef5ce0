// A dam break in particles: a column of water that falls in a tank.
#pragma once

#include "volume/particles/particles.h"

#include <cstdint>
#include <vector>

namespace voxmarch {

/// Water by position based fluids (Macklin and Mueller 2013): steps move particles to where the density of each is that
/// of the column at most. Lengths in m, masses in kg; y is up. The same particles whatever the number of cores.
class DamBreak {
public:
    /// @param particles_high  along the height of the column, [4, 256]: about 0.45 times its third power in all
    /// @throws UsageError for another number
    explicit DamBreak(int particles_high);

    /// Goes on by seconds_a_frame. Cost: about 20 microseconds a particle on one core.
    void next_frame();

    static constexpr double seconds_a_frame = 1.0 / 30.0;

    /// Edges of the tank, whose corner is the origin; open above.
    static constexpr glm::dvec3 tank{1.6, 1.2, 0.4};

    /// Edges of the column at the beginning, which stands in the corner at the origin.
    static constexpr glm::dvec3 column{0.4, 0.6, 0.4};

    /// Distance of particles at the beginning.
    double distance() const { return distance_; }

    /// As they are now. Each weighs as much water, 1000 kg/m^3, as its share of the column.
    Particles particles() const;

private:
    double distance_;
    double reach_;        ///< of the kernels
    double rest_density_; ///< particles/m^3 by the kernel inside of the column
    std::vector<glm::dvec3> places_, speeds_;

    /// Of each particle those within reach, itself not.
    using Neighbours = std::vector<std::vector<std::uint32_t>>;

    void step(double seconds);
    Neighbours neighbours_of(const std::vector<glm::dvec3> &places) const;
    void relax(std::vector<glm::dvec3> &places, const Neighbours &neighbours) const;
    void smooth_speeds(const std::vector<glm::dvec3> &places, const Neighbours &neighbours);
    double density_kernel(double distance) const;
    glm::dvec3 kernel_gradient(const glm::dvec3 &offset) const;
};

} // namespace voxmarch
