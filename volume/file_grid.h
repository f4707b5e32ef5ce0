// Turns the axes a file states into a Grid, and the data file it names into a path.
#pragma once

#include "volume/grid.h"

#include <filesystem>
#include <string>

namespace voxmarch {

/// Sets spacing and direction from the world steps between neighbouring voxels along x, y, z.
/// @throws FileError when a step is zero or not finite, or the axes are not perpendicular (to 1e-3)
void set_axes(Grid &grid, const glm::dmat3 &world_step_per_voxel, const std::filesystem::path &file);

/// @throws FileError when a coordinate is not finite
void set_origin(Grid &grid, const glm::dvec3 &origin, const std::filesystem::path &file);

/// Changes world axes in place: `flip` is -1 where the file's axis points against left, posterior, superior.
void convert_to_lps(Grid &grid, const glm::dvec3 &flip);

/// The data file that a header names, relative to the header's folder.
/// @throws FileError when it does not lie in that folder or below, also by symbolic links
std::filesystem::path resolve_data_file(const std::filesystem::path &header, const std::string &name);

} // namespace voxmarch
