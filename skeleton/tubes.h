// Curve skeletons as tubes to be drawn, coloured by the radius of the object around them.
#pragma once

#include "isosurface/mesh.h"
#include "skeleton/graph_file.h"

namespace voxmarch {

/// The tubes of one class of radii.
struct TubeClass {
    Mesh mesh;           ///< voxel space, with normals
    glm::vec3 color;     ///< from blue (thin) through green and yellow to red (thick)
    double radius = 0.0; ///< middle of the class, world
};

/// Radii of the object between which colours run: those of 2 % and 98 % of the points.
struct RadiusRange {
    double low = 0.0, high = 0.0;
};
RadiusRange radius_range(const SkeletonLines &lines);

/// The colour of tubes at a share 0 .. 1 of the way from thin to thick, parts in [0, 1].
glm::vec3 tube_color(double share);

/// Tubes of one thickness around all lines, with round ends, and balls around lone points. Classes without tubes are
/// left out.
/// @param tube_radius  in the unit of the grid
/// @param grid         of the volume they are drawn in
std::vector<TubeClass> make_tubes(const SkeletonLines &lines, double tube_radius, const Grid &grid);

} // namespace voxmarch
