// Transfer functions as formats see them whose points hold colour and opacity together.
#pragma once

#include "transfer/transfer_function.h"

#include <glm/glm.hpp>
#include <vector>

namespace voxmarch {

/// Colour and opacity at a scalar; `left` and `right` differ at a step.
struct MergedPoint {
    double scalar = 0.0;
    glm::dvec4 left{0.0}, right{0.0};
};

/// One point at each scalar where either list has one: linear between them, they are the same function.
std::vector<MergedPoint> merged_points(const TransferFunction &transfer);

/// Puts the points into the lists of `transfer`. They need not be sorted.
void set_points(TransferFunction &transfer, std::vector<MergedPoint> points);

/// Makes the opacity 0 outside of [low, high]; low <= high.
void cut_opacity(TransferFunction &transfer, double low, double high);

/// Where a file knows colours alone: from 0 at the first to 0.5 at the last colour.
std::vector<OpacityPoint> opacity_ramp(const std::vector<ColorPoint> &colors);

} // namespace voxmarch
