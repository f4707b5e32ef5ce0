// The line at the lower end of the window.
#pragma once

namespace voxmarch {

struct RenderStatus;
struct ShownPicture;

/// Pixels.
float status_bar_height();

/// @param volume  its name; "" while none is open
void show_status_bar(const RenderStatus &status, const ShownPicture &shown, const char *volume);

} // namespace voxmarch
