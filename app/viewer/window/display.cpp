// Variables of the environment that window systems set, and a display's size.
#include "app/viewer/window/display.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

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

double suitable_scale(double dpi, int width) {
    constexpr double usual_dpi = 96.0;
    constexpr int wide = 3000; // pixels: of 4K displays
    if (dpi < 1.0 || std::abs(dpi - usual_dpi) < 1.0) {
        return width >= wide ? 2.0 : 1.0;
    }
    return std::clamp(std::round(dpi / usual_dpi * 4.0) / 4.0, 1.0, 4.0);
}

std::string display_key(int width, int height, double dpi) {
    return fmt::format("{} x {}, {:.0f} dpi", width, height, dpi);
}

} // namespace voxmarch
