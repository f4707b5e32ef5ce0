// A clip box that is turned against the voxels, as the six clip planes that it stands for.
#pragma once

#include "renderer/settings.h"
#include "volume/grid.h"

#include <glm/glm.hpp>
#include <optional>
#include <vector>

namespace voxmarch {

/// What six clip planes keep that are a box's faces.
struct TurnedBox {
    glm::dvec3 center{0.0};     ///< world
    glm::dmat3 directions{1.0}; ///< columns: unit directions of its edges, world; orthonormal, of any handedness
    glm::dvec3 half{1.0};       ///< half the edges along them, > 0
};

/// Of six planes that are three slabs (clip_moves.h), one after the other and square to each other; else empty.
std::optional<TurnedBox> turned_box_of(const std::vector<ClipPlane> &planes);
std::vector<ClipPlane> planes_of(const TurnedBox &box);

/// The part of a volume's box between two corners, as shares of its edges; at least as thick as thinnest_edge().
TurnedBox turned_box_in(const Grid &grid, glm::dvec3 low, glm::dvec3 high);

/// The thinnest that handles and fields make an edge: a thousandth of the volume's diagonal.
double thinnest_edge(const Grid &grid);

/// Where its eight corners are: a lattice of two voxels along each of its edges.
Grid corners_of(const TurnedBox &box);

/// The smallest part of a volume's box that holds the turned one as far as it lies in the volume; empty if all of it
/// lies outside.
struct BoxShares {
    glm::dvec3 low, high; ///< shares of the volume's edges, 0 .. 1, low < high
};
std::optional<BoxShares> shares_around(const Grid &grid, const TurnedBox &box);

/// The box turned by an angle, radians, around one of its own directions; counterclockwise where it points to the eye.
TurnedBox turned_about(const TurnedBox &box, int axis, double angle);

/// Its angles against the edges of a volume, degrees, turned around x first, then y, then z; and a box with these.
glm::dvec3 angles_of(const Grid &grid, const TurnedBox &box);
TurnedBox with_angles(const Grid &grid, TurnedBox box, glm::dvec3 degrees);

} // namespace voxmarch
