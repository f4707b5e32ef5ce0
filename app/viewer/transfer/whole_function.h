// What changes a whole function at once: a factor of all opacities, and colour maps.
#pragma once

#include "transfer/transfer_function.h"

namespace voxmarch {

struct TransferEditor;

/// A slider for the factor. Dragged back, it gives the opacities that were.
void show_opacity_factor(TransferEditor &editor, TransferFunction &transfer);

/// A bar of the function's colours, which opens a list of colour maps by their pictures.
void show_color_maps(TransferEditor &editor, TransferFunction &transfer);

} // namespace voxmarch
