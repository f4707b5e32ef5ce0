// Skeletons of scenes as meshes for the renderer.
#pragma once

#include "renderer/volume_renderer.h"
#include "scene/scene.h"
#include "skeleton/tubes.h"

namespace voxmarch {

/// Diameter of tubes of which nothing was said, in the grid's unit.
double default_tube_width(const Grid &grid);

/// Tubes around the lines, coloured by the radius of the object around them. @param width  diameter, in the grid's unit
std::vector<ColoredMesh> tube_meshes(const SkeletonLines &lines, std::optional<double> width, const Grid &grid);

/// "12 lines and 1 lone point".
std::string count_text(const SkeletonLines &lines);

/// Whether a file looks like lines of a skeleton: legacy VTK, poly data. False for a file that cannot be read.
bool holds_lines(const std::filesystem::path &file);

} // namespace voxmarch
