// Import and export of transfer functions.
#pragma once

namespace voxmarch {

struct ViewerState;

/// Their buttons.
void show_transfer_files(ViewerState &state);

} // namespace voxmarch
