// A few strokes for pictures about pictures: legends and plots.
#pragma once

#include "renderer/image.h"

#include <array>
#include <cstdint>
#include <string>

namespace voxmarch {

using Rgb = std::array<std::uint8_t, 3>;

/// An opaque picture of one colour.
Image make_image(int width, int height, Rgb color);

/// What lies outside of the picture is cut off, here and below.
void set_pixel(Image &image, int x, int y, Rgb color);

/// All pixels with left <= x < right and top <= y < bottom.
void fill_rectangle(Image &image, int left, int top, int right, int bottom, Rgb color);

void draw_line(Image &image, double x0, double y0, double x1, double y1, Rgb color);

/// Text in letters of about 6x8 pixels, its top left corner at (x, y).
void draw_text(Image &image, int x, int y, std::string text, Rgb color);

/// Ticks of an axis from 0: 1, 2 or 5 times a power of ten apart; the axis ends at one of them.
struct AxisScale {
    double step, end;
};

/// The shortest such axis of about `ticks` steps that reaches `largest` > 0.
AxisScale axis_scale(double largest, int ticks);

} // namespace voxmarch
