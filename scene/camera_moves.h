// What the mouse and keys do to a camera: orbit, pan, roll, zoom, fly, and smooth ways from one camera to another.
#pragma once

#include "renderer/camera.h"
#include "volume/grid.h"

#include <glm/glm.hpp>

namespace voxmarch {

struct Scene;

/// Unit vectors of the picture: to the right, up, and along the line of sight. Precondition: the camera is possible.
struct CameraAxes {
    glm::dvec3 right, up, forward;
};
CameraAxes axes_of(const Camera &camera);

/// Pixels of the view; mouse movements are pixels too, y downwards.
struct ViewSize {
    double width, height;
};
ViewSize size_of_view(const Scene &scene);

/// Turns around the target as VTK's trackball camera does: 200 degrees across the view.
Camera orbited(const Camera &camera, glm::dvec2 pixels, ViewSize view);

/// What is up in the world of a grid: to the head of patients, else +y.
glm::dvec3 vertical_of(const Grid &grid);

/// Turns around the target as on a turntable, 200 degrees across the view: sideways around the vertical of the world,
/// up and down until the eye is above or below the target. The horizon stays level, upside down if it was so.
/// @param vertical  of unit length
Camera turned_table(const Camera &camera, glm::dvec2 pixels, ViewSize view, glm::dvec3 vertical);

/// Moves eye and target so that the target's plane follows the mouse.
Camera panned(const Camera &camera, glm::dvec2 pixels, ViewSize view);

/// Turns the picture around its middle. @param degrees  > 0: the picture turns clockwise
Camera rolled(const Camera &camera, double degrees);

/// Divides the distance of eye and target, or the height of an orthographic camera. @param factor  > 1: nearer
Camera zoomed(const Camera &camera, double factor);

/// The same, keeping what lies under the pixel of the view there.
Camera zoomed_at(const Camera &camera, double factor, glm::dvec2 pixel, ViewSize view);

/// Moves eye and target along the camera's axes: x right, y up, z forward.
Camera flown(const Camera &camera, glm::dvec3 distance);

/// Looks to another side from the same eye. Up stays up.
Camera looked(const Camera &camera, glm::dvec2 pixels, ViewSize view);

/// A camera on the way: from `a` (share 0) to `b` (share 1); turns at constant speed. Between a perspective and an
/// orthographic one the opening angle shrinks or grows, and what is seen of the target's plane stays.
Camera between(const Camera &a, const Camera &b, double share);

/// The line of sight through a pixel of the view.
struct SightLine {
    glm::dvec3 start, direction; ///< world; the second is of unit length
};
SightLine sight_line(const Camera &camera, ViewSize view, glm::dvec2 pixel);

/// A place that has the same sides of things before it: the eye, of an orthographic camera one far behind it.
glm::dvec3 place_of_view(const Camera &camera);

/// Where a place of the world lies in the view, pixels; z: depth along the line of sight (<= 0: behind).
glm::dvec3 view_from_world(const Camera &camera, ViewSize view, glm::dvec3 world);

} // namespace voxmarch
