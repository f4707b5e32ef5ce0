// The cones of ambient occlusion: where they look, and the pyramid that they look into.
#pragma once

#include "volume/grid.h"

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace voxmarch {

/// Directions on a sphere, evenly spread and fixed: a Fibonacci spiral. Unit vectors.
std::vector<glm::dvec3> sphere_directions(int count);

/// How many cones look around for so many directions: at least 16, as wider ones find a flat wall half in their way
/// where they graze it, and draw grey clouds on it (0.86 of the light with 6, 1.00 with 16).
constexpr int cone_count(int directions) { return directions < 16 ? 16 : directions; }

/// Distance over which ambient occlusion looks around, in voxels of the smallest spacing: an eighth of the longest
/// edge.
double occlusion_reach(const Grid &grid);

/// One step of a cone.
struct ConeStep {
    double distance; ///< of its middle, voxels of the smallest spacing
    double length;   ///< in texels of its level
    int level;       ///< of the pyramid: texels of (2^level)^3 cells
};

/// The steps of every cone, from 0 to `reach`: two voxels long at first, then half as long as the way to them. A texel
/// is a fifth of that way: wider ones, as wide as a sixth of a sphere, see what lies beside and behind the cone, too.
std::vector<ConeStep> cone_steps(double reach);

/// Places in a texel of level 1 where opacities are taken, voxels from its corner, 0 .. 2: none on a voxel, and along
/// each axis one in each eighth.
constexpr int cell_places = 8; // as kernels/derive/pass_cells.cl has it
std::array<glm::dvec3, cell_places> places_in_cells();

/// Texels of a level along each axis without the ring around them.
/// @param dims  voxels
std::array<int, 3> pyramid_dims(const std::array<int, 3> &dims, int level);

/// Levels begin at multiples of so many texels.
constexpr int pyramid_alignment = 64;

/// One level as kernels/derive/pass_levels.cl has it.
using PyramidLevel = std::array<std::int32_t, 4>;

/// Levels 1 .. `levels`, one behind the other.
std::vector<PyramidLevel> pyramid_levels(const std::array<int, 3> &dims, int levels);

/// Bytes of these levels.
std::uint64_t pyramid_bytes(const std::vector<PyramidLevel> &levels);

} // namespace voxmarch
