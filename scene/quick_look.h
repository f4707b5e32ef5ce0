// A first look at a large volume whose values nobody has looked at: something to show while all of them are read.
#pragma once

#include "scene/load_volume.h"

#include <memory>

namespace voxmarch {

/// The volume with the scene that shows it first, after a few of its voxels; null: there is no need, or no way to be
/// quick. Its range, counts and survey are those of the few, and it is not to be drawn in full.
/// @param request  as of load_volume(), with a volume of its own
std::shared_ptr<LoadedVolume> quick_look(const LoadRequest &request);

} // namespace voxmarch
