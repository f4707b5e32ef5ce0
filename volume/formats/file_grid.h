// Turns the axes a file states into a Grid, and the data file it names into a path.
#pragma once

#include "base/note.h"
#include "volume/grid.h"

#include <filesystem>
#include <string>
#include <vector>

namespace voxmarch {

/// Sets spacing and direction from the world steps between neighbouring voxels along x, y, z.
/// @throws FileError when a step is zero or not finite, or the axes are not perpendicular (to 1e-3)
void set_axes(Grid &grid, const glm::dmat3 &world_step_per_voxel, const std::filesystem::path &file);

/// @throws FileError when a coordinate is not finite
void set_origin(Grid &grid, const glm::dvec3 &origin, const std::filesystem::path &file);

/// The unit that the axes of a file have in common, and what lengths along each are multiplied by to be in it.
struct AxisUnits {
    LengthUnit unit = LengthUnit::unknown;
    glm::dvec3 factors{1.0};
};

/// Takes the first axis's unit for all, further axes than three (time) do not count. Where one is no length the unit is
/// unknown, with a note.
/// @param words  of the file, one an axis, "" where it says nothing
AxisUnits axis_units(const std::vector<std::string> &words, std::vector<Note> &notes);

/// Brings a grid that is given in a file's unit to the nearest one of ours.
void set_unit(Grid &grid, const ScaledUnit &unit);

/// Patients are measured in mm where the file names no other unit.
void set_patient_unit(Grid &grid);

/// Changes world axes in place: `flip` is -1 where the file's axis points against left, posterior, superior.
void convert_to_lps(Grid &grid, const glm::dvec3 &flip);

/// The data file that a header names, relative to the header's folder.
/// @throws FileError when it does not lie in that folder or below, also by symbolic links
std::filesystem::path resolve_data_file(const std::filesystem::path &header, const std::string &name);

} // namespace voxmarch
