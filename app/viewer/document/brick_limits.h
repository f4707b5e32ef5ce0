// What the viewer does without for volumes that are drawn in bricks.
#pragma once

#include "app/viewer/jobs/brick_pictures.h"

#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

struct Scene;

/// Why something is switched off for a volume in bricks: the text of its tooltip. Empty: it is not.
/// @param what      e.g. "Shadows"
/// @param resident  it works where all bricks lie on the device
std::string brick_limit(const std::optional<BrickStatus> &bricks, const std::string &what, bool resident = true);

/// Takes out of the scene what cannot be drawn of its volume in bricks. @return what it was, for a message
std::vector<std::string> keep_possible(Scene &scene, const BrickStatus &bricks);

} // namespace voxmarch
