// Import and export of transfer functions.
#pragma once

namespace voxmarch {

struct ViewerState;

/// Ask for the file.
void ask_for_transfer_import(ViewerState &state);
void ask_for_transfer_export(ViewerState &state);

/// Their buttons.
void show_transfer_files(ViewerState &state);

} // namespace voxmarch
