// The groups of presets that transfer_presets() joins, and the colour scales that the automatic choice shares.
#pragma once

#include "transfer/transfer_function.h"

#include <string_view>
#include <vector>

namespace voxmarch {

/// CT functions in Hounsfield units.
std::vector<TransferFunction> ct_presets();

/// Magnetic resonance functions, normalised (MR has no absolute unit).
std::vector<TransferFunction> mr_presets();

/// Functions for 8-bit scans, microscopy and simulations, normalised.
std::vector<TransferFunction> scan_presets();

/// Colour maps with an opacity ramp, normalised.
std::vector<TransferFunction> color_map_presets();

/// Names of the maps that color_map() knows.
std::vector<std::string_view> color_map_names();

/// Colours of the map `name` ("viridis", ...) over 0 .. 1. Precondition: the map exists.
std::vector<ColorPoint> color_map(std::string_view name);

/// Colours of the preset `thesis`, from black over violet and orange to near white, over 0 .. 1.
std::vector<ColorPoint> thesis_colors();

} // namespace voxmarch
