// What is selected, held and shown in the plot of the transfer function.
#pragma once

#include "app/viewer/transfer/edit.h"
#include "app/viewer/transfer/histogram_marks.h"
#include "app/viewer/transfer/plane_editor.h"
#include "volume/volume.h"

#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace voxmarch {

/// A side of the selection's box.
enum class BoxSide { left, right, top, bottom };

/// What the left button does in the plot while it is held. It is applied to the points as they were when it began.
struct PlotGesture {
    enum class Kind { move, scale, select } kind = Kind::move;
    std::size_t held = 0;                   ///< point under the mouse
    BoxSide side = BoxSide::left;           ///< that is dragged
    std::pair<double, double> from{};       ///< scalar and opacity under the mouse when it began,
    std::vector<EditPoint> points{};        ///< and the points then
    std::set<std::size_t> selected{};       ///< stay selected beside those of the box
    std::vector<HistogramMark> marks{};     ///< that draw points to them
    std::optional<HistogramMark> reached{}; ///< the one that holds the point
};

/// What a field moves points by, from where they were when it was taken.
struct CommonShift {
    double scalar = 0.0, opacity = 0.0;
    std::vector<EditPoint> points{};
};

/// The slider over all opacities: a factor of those that the function had when it was taken first.
struct OpacityFactor {
    double factor = 1.0;
    Opacities base{}, made{}; ///< `made` is what came of it; another function has a factor of 1
};

struct TransferEditor {
    std::set<std::size_t> selected{}; ///< indices of edit_points()
    bool logarithmic = true;
    std::optional<ValueRange> zoom{}; ///< scalars shown; empty: all
    std::optional<PlotGesture> gesture{};
    std::optional<std::size_t> isovalue_dragged{}; ///< index of RenderSettings::surfaces
    CommonShift shift{};
    OpacityFactor factor{};
    bool maps_reversed = false; ///< colour maps run from the highest value to the lowest
    double last_key = -1.0;     ///< seconds_now() when a key moved points; < 0: never
    bool has_keys = false;      ///< the plot has the keyboard in this frame
    bool enters_fields = false; ///< the fields of what is selected take the keyboard
    int drawn = -1;             ///< frame of the window in which the plot was seen last
    PlaneEditor plane{};
};

} // namespace voxmarch
