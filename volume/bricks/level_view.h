// A level of detail as a volume of its own.
#pragma once

#include "volume/bricks/brick_source.h"

#include <memory>

namespace voxmarch {

/// A source whose level 0 is this level of another one, in the same world.
/// @throws UsageError for a level that there is not
std::shared_ptr<const BrickSource> level_of(std::shared_ptr<const BrickSource> source, int level);

} // namespace voxmarch
