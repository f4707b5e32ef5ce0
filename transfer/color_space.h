// Colour spaces in which other programs interpolate between the colours of a map.
#pragma once

#include "transfer/transfer_function.h"

#include <string_view>
#include <vector>

namespace voxmarch {

/// Linear light of a part of an sRGB colour (IEC 61966-2-1), both in [0, 1].
double linear_light(double part);

/// Points that, linear in r, g, b, follow a way through another space: "RGB", "HSV" (hue without wrapping), "Lab",
/// "Diverging" (K. Moreland, "Diverging Color Maps for Scientific Visualization", 2009) or "Step" (each colour up to
/// the next point).
/// @return the colours as they are, and `known` false, for any other space
std::vector<ColorPoint> in_color_space(const std::vector<ColorPoint> &colors, std::string_view space, bool &known);

} // namespace voxmarch
