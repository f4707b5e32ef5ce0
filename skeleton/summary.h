// What is counted and measured of a skeleton graph: branches, ends, loops, lengths, radii.
#pragma once

#include "skeleton/graph.h"

#include <cstddef>
#include <cstdint>

namespace voxmarch {

struct SkeletonSummary {
    std::size_t branches = 0, ends = 0, branch_points = 0, lone_voxels = 0, components = 0;
    std::size_t walls = 0;    ///< nodes with cavities: neither ends nor branch points, however many branches they have
    std::size_t cavities = 0; ///< within the walls
    std::size_t voxels = 0;   ///< of nodes and edges
    std::int64_t loops = 0;   ///< independent ones: branches - nodes + components + loops within nodes
    double length = 0.0;      ///< in the unit of the grid
};

SkeletonSummary summarise(const SkeletonGraph &graph);

} // namespace voxmarch
