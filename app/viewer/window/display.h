// Whether there is a display to open a window on, and how large things are to be on it.
#pragma once

#include <string>

namespace voxmarch {

/// Whether the environment names a display; it may be out of reach all the same.
bool names_display();

/// Scale of text and panels that suits a display, in quarters from 1.
/// @param dpi  dots per inch; 0: nobody knows, and 96 is what X servers say then: the width counts, pixels
double suitable_scale(double dpi, int width);

/// Names a display by its size and dots per inch, "3840 x 2160, 96 dpi": for what is remembered of it.
std::string display_key(int width, int height, double dpi);

} // namespace voxmarch
