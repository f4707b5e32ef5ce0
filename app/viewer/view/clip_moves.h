// What dragging a clip plane's handle does to it, and how the clip box is measured: without a window.
#pragma once

#include "renderer/settings.h"
#include "scene/camera_moves.h"
#include "volume/grid.h"

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

namespace voxmarch {

/// What of the settings clips.
struct ClipParts {
    glm::dvec3 low{0.0}, high{1.0};
    std::vector<ClipPlane> planes;
    bool operator==(const ClipParts &) const = default;
};
ClipParts clip_parts(const RenderSettings &settings);
void set_clip_parts(RenderSettings &settings, const ClipParts &parts);

/// Whether the box cuts anything off.
bool clips_by_box(const RenderSettings &settings);

/// Two planes that look at each other: what lies between them is kept.
struct Slab {
    glm::dvec3 normal; ///< unit vector
    double middle;     ///< distance of its middle along the normal, from the world's origin
    double thickness;
};

/// Of two planes, in this order; empty if they are none, or keep nothing.
std::optional<Slab> slab_of(const ClipPlane &first, const ClipPlane &second);
std::array<ClipPlane, 2> planes_of(const Slab &slab);

/// The place of the plane that is nearest to this one, world.
glm::dvec3 nearest_on(const ClipPlane &plane, glm::dvec3 place);

/// The same plane with a normal of length 1.
ClipPlane normalised(const ClipPlane &plane);

/// The plane that keeps what this one cuts away.
ClipPlane flipped(const ClipPlane &plane);

/// Length that this many pixels of the view cover at the depth of a place. Positive, behind the eye too.
double length_of_pixels(const Camera &camera, ViewSize view, glm::dvec3 place, double pixels);

/// The plane pushed along its normal so that `anchor`, a place on it, follows the mouse. Where the normal is nearly
/// along the line of sight (less than 10 degrees), upwards is away from the eye.
ClipPlane pushed(const ClipPlane &plane, glm::dvec3 anchor, glm::dvec2 pixels, const Camera &camera, ViewSize view);

/// The plane turned around `anchor`, a place on it, so that the tip of an arrow of this `length` along its normal comes
/// to lie under the pixel; as near as it can where the arrow is too short. The tip stays on its side of the anchor,
/// before or behind it.
ClipPlane turned(const ClipPlane &plane, glm::dvec3 anchor, double length, glm::dvec2 pixel, const Camera &camera,
                 ViewSize view);

/// The polygon in which a plane cuts the box of voxel centres, world; empty if it misses it.
std::vector<glm::dvec3> cut_through(const Grid &grid, const ClipPlane &plane);

/// Lengths along one axis of the voxels.
struct ClipRuler {
    double first, last; ///< at the centres of the first and the last voxel; last < first where voxels run against it
    double tilt;        ///< degrees between the voxels' axis and the world's that it is named after; 0: not named so

    double at(double share) const { return first + share * (last - first); }
    double share_of(double place) const { return last == first ? 0.0 : (place - first) / (last - first); }
};

/// @param in_world  measured from the world's origin, growing with the world's axis; else from the first voxel
ClipRuler clip_ruler(const Grid &grid, int axis, bool in_world);

} // namespace voxmarch
