// Named views, and cameras that frame something.
#pragma once

#include "renderer/camera.h"
#include "volume/grid.h"

#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// The standard view: eye at centre + 1.5 L normalize(0.6, 0.5, 0.8), up +y, tan(fov / 2) = 0.5.
Camera standard_view(const Grid &grid);

/// "standard", "iso", or one to three of front or back, left or right, top or bottom, in any order and joined by
/// hyphens: 26 directions, front-left-top one of the corners. Anterior, posterior, superior and inferior are front,
/// back, top and bottom. All but `standard` frame the box of voxel centres in an image of the given width / height.
/// Patient-oriented grids: front looks at the patient's face (from anterior, superior up), left at the patient's left
/// side; others: front looks along -z with +y up.
/// @throws UsageError for an unknown name
Camera named_view(const std::string &name, const Grid &grid, double aspect);

/// A named view with parallel rays if `camera` has them, `standard` as it is else.
Camera view_like(const Camera &camera, const std::string &name, const Grid &grid, double aspect);

/// Those of one word.
const std::vector<std::string> &view_names();

/// The names of the 26 directions.
std::vector<std::string> direction_names();

/// The camera moved along its line of sight, with the volume's centre as target, to where the whole box of voxel
/// centres is in an image of the given width / height, with a margin of 4 %. Orthographic cameras become as high.
Camera framed(const Camera &camera, const Grid &grid, double aspect);

/// Of the picture's height or width, what first views leave free.
constexpr double first_view_margin = 0.04;

/// The camera moved, not turned, so that it has all these places in an image of the given width / height: nearest with
/// a margin at the borders that the places reach first, and in the middle along the other axis. The target lies on the
/// line of sight, in the middle of their depths. Orthographic cameras become as high, and see them from outside.
/// Without places it stays where it is.
/// @param margin  share of the picture that stays free, on both sides together, [0, 1)
Camera framed(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect,
              double margin = first_view_margin);

/// View used when the user names none: `standard`, and `iso` for patient-oriented grids.
std::string default_view(const Grid &grid);

} // namespace voxmarch
