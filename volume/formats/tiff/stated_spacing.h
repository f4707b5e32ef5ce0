// Distances of voxels as files state them, each in a unit of its own, and the grid they make.
#pragma once

#include "volume/grid.h"

#include <array>
#include <optional>

namespace voxmarch {

/// A distance as a file states it.
struct StatedLength {
    double value = 1.0;
    ScaledUnit scale;
};

/// Sets the spacing of the axes that are stated, and the grid's unit, which is that of the first one stated; the others
/// are converted to it. z follows x where it is not stated. Values that are no positive number count as not stated.
void set_stated_spacing(Grid &grid, const std::array<std::optional<StatedLength>, 3> &stated);

} // namespace voxmarch
