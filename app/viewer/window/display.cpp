// Variables of the environment that window systems set.
#include "app/viewer/window/display.h"

#include <cstdlib>

namespace voxmarch {

namespace {

bool is_set(const char *variable) {
    const char *value = std::getenv(variable);
    return value && *value;
}

} // namespace

bool names_display() {
#ifdef __linux__
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") || is_set("SDL_VIDEODRIVER");
#else
    return true;
#endif
}

} // namespace voxmarch
