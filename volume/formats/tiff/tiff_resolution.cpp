// Spacing by the resolution tags of TIFF.
#include "volume/formats/tiff/tiff_description.h"

#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

// 1, 72 and 96 dots per inch, also where they are given per centimetre, and 1 dot per centimetre.
bool is_default(double dots, int unit) {
    const auto is = [dots](double usual) { return std::abs(dots - usual) < 5e-3 * usual; };
    if (unit == resolution_unit_inch) {
        return is(1.0) || is(72.0) || is(96.0);
    }
    return is(1.0) || is(72.0 / 2.54) || is(96.0 / 2.54);
}

} // namespace

void add_resolution(TiffDescription &description, const TiffResolution &resolution) {
    if (!resolution.x || !resolution.y) {
        return;
    }
    const double x = *resolution.x;
    const double y = *resolution.y;
    if (resolution.unit == resolution_unit_none) {
        description.spacing[0] = StatedLength{1.0, {}};
        description.spacing[1] = StatedLength{x / y, {}};
        return;
    }
    const char *unit = resolution.unit == resolution_unit_inch ? "inch" : "cm";
    if (is_default(x, resolution.unit) && is_default(y, resolution.unit)) {
        description.spacing_notes.push_back(
            {fmt::format("It states {:g} dots per {}, as programs do that know no resolution; its pixels are taken as "
                         "1 without a unit.",
                         x, unit),
             {{Remedy::spacing}}});
        return;
    }
    // 10 mm or 25.4 mm hold x pixels.
    const ScaledUnit scale{LengthUnit::millimeter, 1.0, 1.0};
    const double unit_mm = resolution.unit == resolution_unit_inch ? 25.4 : 10.0;
    description.spacing[0] = StatedLength{unit_mm / x, scale};
    description.spacing[1] = StatedLength{unit_mm / y, scale};
}

} // namespace voxmarch
