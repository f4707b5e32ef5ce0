// Splits numbers from units, and brings them to the unit of a grid.
#include "app/cli/lengths.h"

#include "app/cli/parse.h"
#include "base/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

std::optional<WrittenLength> to_length(std::string word) {
    WrittenLength length;
    const std::size_t digits = std::min(word.find_last_of("0123456789.") + 1, word.size());
    const std::string unit = word.substr(digits);
    if (!unit.empty()) {
        length.unit = unit == "units" ? ScaledUnit{} : scaled_unit_from_text(unit);
        word.resize(length.unit ? digits : word.size());
    }
    const std::optional<double> value = to_number(word);
    if (!value) {
        return std::nullopt;
    }
    length.value = *value;
    return length;
}

double length_on(const Grid &grid, const WrittenLength &length, const std::string &option) {
    if (length.unit->unit == LengthUnit::unknown || length.unit->unit == grid.unit) {
        return length.value * length.unit->factor();
    }
    const std::optional<double> per_unit = millimetres_per(grid.unit);
    if (!per_unit) {
        throw UsageError(fmt::format("{} has lengths in {}, but the volume states no unit of length: write 10units, or "
                                     "say the unit with --spacing {},{},{}{}",
                                     option, name_of(length.unit->unit), grid.spacing.x, grid.spacing.y, grid.spacing.z,
                                     name_of(length.unit->unit)));
    }
    return length.value * length.unit->factor() * *millimetres_per(length.unit->unit) / *per_unit;
}

} // namespace voxmarch
