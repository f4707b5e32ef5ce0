// The row of icons under the menu: commands of the table of keys for the mouse.
#pragma once

#include <vector>

namespace voxmarch {

enum class Command;
struct ViewerState;

/// Pixels; 0 while it is hidden.
float toolbar_height(const ViewerState &state);

/// @param top  pixels of the window
void show_toolbar(ViewerState &state, float top);

/// Those it has, from left to right.
std::vector<Command> toolbar_commands();

} // namespace voxmarch
