// The line at the lower end of the window.
#pragma once

namespace voxmarch {

struct RenderStatus;
struct ShownPicture;
enum class LightButton;

/// Pixels.
float status_bar_height();

/// @param shown   null: a slice has all of the view
/// @param volume  its name; "" while none is open
/// @param button  what stands at the right end
/// @return whether that was pressed
bool show_status_bar(const RenderStatus &status, const ShownPicture *shown, const char *volume, LightButton button);

} // namespace voxmarch
