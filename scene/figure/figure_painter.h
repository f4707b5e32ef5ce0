// Paints figures with Cairo: into pictures, and into files of vectors with the picture in them.
#pragma once

#include "renderer/float_image.h"
#include "renderer/image.h"
#include "scene/figure/figure.h"

#include <filesystem>
#include <string>

namespace voxmarch {

/// Whether this program was built with Cairo. Without it the functions below throw.
bool can_paint_figures();

/// Puts the figure over the picture, also where that is transparent. @throws UnsupportedError without Cairo
void paint_figure(Image &picture, const Figure &figure);

/// The same over light, white 1, multiplied by opacity. Distances stay. @throws as above
void paint_figure(FloatImage &light, const Figure &figure);

/// What the figure's texts have that no installed font can draw, "no installed font has a glyph for .."; "": nothing.
std::string glyph_note(const Figure &figure);

/// Writes an .svg or .pdf with the picture in it, and texts and lines as vectors above. It appears whole or not at all.
/// @param dpi  pixels of the picture an inch, > 0
/// @throws UsageError for another ending; OutputError; UnsupportedError without Cairo
void write_figure(const Image &picture, const Figure &figure, const std::filesystem::path &file, double dpi);

/// Whether the name ends in .svg, whatever the case; or in .svg or .pdf.
bool is_svg(const std::filesystem::path &file);
bool is_figure_file(const std::filesystem::path &file);

} // namespace voxmarch
