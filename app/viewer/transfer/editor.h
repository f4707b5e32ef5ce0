// What is selected, held and shown in the plot of the transfer function.
#pragma once

#include "app/viewer/transfer/plane_editor.h"
#include "volume/volume.h"

#include <cstddef>
#include <optional>
#include <set>
#include <utility>

namespace voxmarch {

struct TransferEditor {
    std::set<std::size_t> selected; ///< indices of edit_points()
    bool logarithmic = true;
    std::optional<ValueRange> zoom; ///< scalars shown; empty: all
    std::optional<std::size_t> dragged;
    std::optional<std::size_t> isovalue_dragged;       ///< index of RenderSettings::surfaces
    std::optional<std::pair<double, double>> box_from; ///< scalar and opacity where a box began
    PlaneEditor plane{};
};

} // namespace voxmarch
