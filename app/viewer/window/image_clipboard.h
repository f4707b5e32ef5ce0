// Pictures in the clipboard, which SDL2 knows texts of alone.
#pragma once

#include <string>

namespace voxmarch {

/// Gives the bytes of a PNG to the desktop's clipboard, by wl-copy (Wayland) or xclip (X11), and waits until they are
/// there.
/// @return what hindered it, one line; "" if nothing did
std::string copy_png(const std::string &bytes);

} // namespace voxmarch
