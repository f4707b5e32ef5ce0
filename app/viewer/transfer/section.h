// The two halves of the transfer function editor, which lie below each other in the column and beside each other below
// the view.
#pragma once

namespace voxmarch {

struct ViewerState;

/// The curve over the histogram, or the plane, with its axes. @param height  pixels
void show_transfer_plot(ViewerState &state, float height);

/// Which of several channels it is of.
void show_transfer_channel(const ViewerState &state);

/// Numbers of what is selected, and what is done with the whole function.
void show_transfer_controls(ViewerState &state);

} // namespace voxmarch
