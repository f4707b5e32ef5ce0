// Lengths with units, as words of the command line.
#pragma once

#include "volume/grid.h"

#include <optional>
#include <string>

namespace voxmarch {

/// "12.5mm", "12.5units" in the volume's own unit, or a bare number.
struct WrittenLength {
    double value = 0.0;
    std::optional<ScaledUnit> unit; ///< empty: a bare number; ScaledUnit{}: the volume's
};

/// Empty for anything else.
std::optional<WrittenLength> to_length(std::string word);

/// A length in the unit of the grid. @param option  named in the error. Precondition: it has a unit
/// @throws UsageError for units where the grid states none
double length_on(const Grid &grid, const WrittenLength &length, const std::string &option);

} // namespace voxmarch
