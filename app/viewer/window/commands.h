// What keys and menu entries do.
#pragma once

#include "app/viewer/window/keys.h"

namespace voxmarch {

struct ViewerState;

void execute(ViewerState &state, Command command);

} // namespace voxmarch
