// Converts the axes to one unit.
#include "volume/formats/tiff/stated_spacing.h"

#include <cmath>

namespace voxmarch {

namespace {

bool is_stated(const std::optional<StatedLength> &length) {
    return length && length->value > 0.0 && std::isfinite(length->value);
}

} // namespace

void set_stated_spacing(Grid &grid, const std::array<std::optional<StatedLength>, 3> &stated) {
    bool first = true;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!is_stated(stated[axis])) {
            continue;
        }
        const ScaledUnit &scale = stated[axis]->scale;
        double length = stated[axis]->value * scale.numerator / scale.denominator;
        if (first) {
            grid.unit = scale.unit;
        } else if (scale.unit != grid.unit && millimetres_per(scale.unit) && millimetres_per(grid.unit)) {
            length *= *millimetres_per(scale.unit) / *millimetres_per(grid.unit);
        }
        first = false;
        grid.spacing[static_cast<int>(axis)] = length;
    }
    if (is_stated(stated[0]) && !is_stated(stated[1])) {
        grid.spacing.y = grid.spacing.x;
    }
    if (!is_stated(stated[2])) {
        grid.spacing.z = grid.spacing.x;
    }
}

} // namespace voxmarch
