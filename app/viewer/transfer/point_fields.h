// The parts of the transfer function editor; only its own files include this.
#pragma once

#include "app/viewer/state.h"
#include "app/viewer/transfer/edit.h"
#include "app/viewer/transfer/plot_area.h"

#include <vector>

namespace voxmarch {

/// The handles of isovalues: a left drag moves one, a right click opens the window "Extract a mesh" for it.
/// Call it behind the plot's item. @return whether the mouse is busy with one
bool drag_isovalue(ViewerState &state, const TransferPlotArea &area);

/// Points and boxes. Call it behind the plot's item. @return whether the points changed
bool handle_plot_mouse(ViewerState &state, const TransferPlotArea &area, std::vector<EditPoint> &points);

/// Numbers and colour of the selected points. @return whether they changed
bool edit_selected(TransferEditor &editor, std::vector<EditPoint> &points, const Volume &volume);

/// The colour of a point that was double clicked. @param changed  set if it changed
void show_point_popup(TransferEditor &editor, std::vector<EditPoint> &points, bool &changed);

/// Numbers and colours of the shapes of a 2D transfer function.
void show_widgets(TransferFunction &transfer, const Volume &volume);

} // namespace voxmarch
