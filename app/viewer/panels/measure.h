// Measurements as tables.
#pragma once

namespace voxmarch {

struct ViewerState;

/// Asks for a file and writes all measurements into it. @param extension  that is suggested, ".csv" or ".json"
void ask_for_measurements(ViewerState &state, const char *extension);

} // namespace voxmarch
