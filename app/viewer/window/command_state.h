// What menus, toolbar and palette tell of a command: its title, whether it can be done, whether it is on.
#pragma once

#include "app/viewer/window/keys.h"

#include <string>

namespace voxmarch {

struct ViewerState;

/// "Save picture"; "" for those that no menu has, as Esc.
const char *title_of(Command command);

struct CommandState {
    std::string why_not; ///< why it would do nothing now; empty: it does
    bool on = false;     ///< what it switches is on, or what it chooses is chosen
};
CommandState command_state(const ViewerState &state, Command command);

/// "Save picture (P)".
std::string title_with_key(Command command);

} // namespace voxmarch
