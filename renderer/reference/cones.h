// Ambient occlusion by cones on the CPU, in double precision: written to be read, not to be fast.
#pragma once

#include "renderer/cones.h"

#include <functional>

namespace voxmarch {

/// What cones look into, and what they see there.
class ReferenceCones {
public:
    /// @param low, high  corners of the box that is drawn, voxel space
    /// @param pass  share of the light that comes through two voxel lengths of what is at a place in voxel space; 1
    ///              outside of what is drawn
    ReferenceCones(const Grid &grid, glm::dvec3 low, glm::dvec3 high, const std::function<double(glm::dvec3)> &pass);

    /// Share of its surroundings that a place in voxel space sees along so many cones, half of a sphere being all.
    double seen(glm::dvec3 voxel, int cones) const;

private:
    Grid grid_;
    glm::dvec3 low_, high_;
    std::vector<ConeStep> steps_;
    std::vector<std::vector<double>> levels_; // from 1 on, x fastest, without the ring

    double texel(int level, glm::ivec3 place) const;
    double interpolated(int level, glm::dvec3 voxel) const;
};

} // namespace voxmarch
