// What a request for a picture depends on, as text: equal texts mean equal pictures.
#pragma once

#include "app/viewer/state.h"

namespace voxmarch {

std::string request_text(const ViewerState &state);

} // namespace voxmarch
