// In the place of figure_painter.cpp where there is no Cairo.
#include "base/error.h"
#include "scene/figure/figure_painter.h"

namespace voxmarch {

bool can_paint_figures() { return false; }

[[noreturn]] static void refuse() {
    throw UnsupportedError("this build lacks Cairo, which draws scale bars, legends, cubes and texts over pictures; "
                           "install libcairo2-dev and build again");
}

void paint_figure(Image & /*picture*/, const Figure &figure) {
    if (!figure.empty()) {
        refuse();
    }
}

std::string glyph_note(const Figure & /*figure*/) { return ""; }

void write_figure(const Image & /*picture*/, const Figure & /*figure*/, const std::filesystem::path & /*file*/,
                  double /*dpi*/) {
    refuse();
}

} // namespace voxmarch
