// Surfaces of the labels of a label volume, as voxmarch mesh makes them.
#pragma once

#include "isosurface/label_surface.h"
#include "volume/label_names.h"

#include <functional>
#include <string>
#include <vector>

namespace voxmarch {

/// Which labels of VOLUME become surfaces.
struct LabelSelection {
    bool all = false; ///< but 0, the background
    std::vector<int> labels;

    bool given() const { return all || !labels.empty(); }
};

/// "all", or "3,4,10-20". @throws UsageError
LabelSelection parse_label_selection(const std::string &text);

/// The labels of the volume that were asked for, in ascending order. Says which of them do not occur, and that a volume
/// holds grey values.
/// @param name  of the volume, for messages
/// @throws UsageError if none is left, or all labels of grey values are asked for
std::vector<LabelExtent> chosen_labels(const Volume &volume, const LabelSelection &selection, const std::string &name);

} // namespace voxmarch
