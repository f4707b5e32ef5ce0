// Where the voxel axes of a volume point, as people write it: "LPS", "none", "x,-y,z".
#pragma once

#include "volume/grid.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace voxmarch {

struct VoxelDirections {
    glm::dmat3 direction{1.0}; ///< as Grid::direction
    bool anatomical = false;   ///< as Grid::anatomical
};

/// An axis of the world, towards one of its ends.
struct SignedAxis {
    int axis = 0;
    double sign = 1.0;
};

/// The world axes that x, y and z of the voxels are nearest to, each once: of unit vectors the largest component is
/// taken first, as NiBabel's io_orientation does.
std::array<SignedAxis, 3> nearest_axes(const glm::dmat3 &directions);

/// The one of an axis of the voxels, and the other way round.
int world_axis_of(const Grid &grid, int voxel_axis);
int voxel_axis_of(const Grid &grid, int world_axis);

/// Reads to where x, y and z of the voxels go: three letters of a patient's sides, one of L R, of A P and of S I each
/// ("LPS": to the left, to the back, to the head); three axes of a world without a patient ("x,-y,z"); or "none", which
/// is "x,y,z". Empty for all else.
std::optional<VoxelDirections> parse_directions(std::string_view text);

/// The text that parse_directions() reads; of oblique axes the nearest.
std::string to_text(const VoxelDirections &directions);

/// The same of a grid.
std::string directions_text(const Grid &grid);

} // namespace voxmarch
