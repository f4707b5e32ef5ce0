// Numbers and colours of what a transfer function consists of, as fields below its plot.
#pragma once

#include "app/viewer/transfer/edit.h"

#include <string>
#include <vector>

namespace voxmarch {

struct TransferEditor;

/// Numbers and colour of the selected point, or what several are moved by. @param unit  of values, see value_unit()
/// @return whether they changed
bool edit_selected(TransferEditor &editor, std::vector<EditPoint> &points, const Volume &volume,
                   const std::string &unit);

/// The colour of a point that was double clicked. @param changed  set if it changed
void show_point_popup(const TransferEditor &editor, std::vector<EditPoint> &points, bool &changed);

} // namespace voxmarch
