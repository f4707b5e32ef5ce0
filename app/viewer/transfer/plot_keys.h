// The keys in the plot of the transfer function editor: which point is chosen, and where it goes.
#pragma once

#include "app/viewer/transfer/edit.h"

#include <vector>

namespace voxmarch {

class TransferPlotArea;
struct TransferEditor;

/// Whether the plot, the last item, has the keyboard; arrows and Home and End are then its own.
bool takes_plot_keys();

/// Chooses, moves, adds and removes points. Call it behind the plot's item if that takes keys.
/// @return whether the points changed
bool handle_plot_keys(TransferEditor &editor, const TransferPlotArea &area, const TransferFunction &transfer,
                      std::vector<EditPoint> &points);

} // namespace voxmarch
