// Whether there is a display to open a window on.
#pragma once

namespace voxmarch {

/// Whether the environment names a display; it may be out of reach all the same.
bool names_display();

} // namespace voxmarch
