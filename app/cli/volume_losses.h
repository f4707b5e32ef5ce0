// What a file of a volume cannot say of it.
#pragma once

#include "volume/grid.h"

#include <filesystem>

namespace voxmarch {

/// Tells the user what of the grid a file with this ending loses, if it does.
void say_losses(const Grid &grid, const std::filesystem::path &output);

} // namespace voxmarch
