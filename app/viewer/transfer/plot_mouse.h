// The mouse in the plot of the transfer function editor: points, boxes, isovalues.
#pragma once

#include "app/viewer/transfer/edit.h"

#include <optional>
#include <vector>

namespace voxmarch {

class TransferPlotArea;
struct Histogram;
struct RenderSettings;
struct TransferEditor;

/// Whether the mouse is over the last item; Dear ImGui takes an item that has the keyboard for hovered, too.
bool mouse_is_over_item();

/// The handles of isovalues.
struct IsovalueMouse {
    bool busy = false;                    ///< the mouse is on one, or drags one
    std::optional<std::size_t> hovered;   ///< index of RenderSettings::surfaces; empty while one is dragged
    std::optional<std::size_t> extracted; ///< the one that was clicked with the right button
};

/// A left drag moves one. Call it behind the plot's item.
IsovalueMouse drag_isovalue(TransferEditor &editor, RenderSettings &settings, const TransferPlotArea &area);

/// Points, boxes and what is shown. Call it behind the plot's item. @return whether the points changed
bool handle_plot_mouse(TransferEditor &editor, const TransferPlotArea &area, const TransferFunction &transfer,
                       const Histogram &histogram, std::vector<EditPoint> &points);

} // namespace voxmarch
