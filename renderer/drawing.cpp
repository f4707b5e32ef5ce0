// Fills rectangles and writes letters and axes into pictures.
#include "renderer/drawing.h"

#include <algorithm>
#include <cmath>
#include <vector>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_easy_font.h>
#pragma GCC diagnostic pop

namespace voxmarch {

Image make_image(int width, int height, Rgb color) {
    Image image{width, height, {}};
    image.rgba.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
    fill_rectangle(image, 0, 0, width, height, color);
    return image;
}

void set_pixel(Image &image, int x, int y, Rgb color) {
    if (x >= 0 && y >= 0 && x < image.width && y < image.height) {
        const std::size_t place =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x);
        std::uint8_t *pixel = image.rgba.data() + place * 4;
        std::copy(color.begin(), color.end(), pixel);
        pixel[3] = 255;
    }
}

void fill_rectangle(Image &image, int left, int top, int right, int bottom, Rgb color) {
    for (int y = top; y < bottom; ++y) {
        for (int x = left; x < right; ++x) {
            set_pixel(image, x, y, color);
        }
    }
}

void draw_line(Image &image, double x0, double y0, double x1, double y1, Rgb color) {
    const int steps = std::max(1, static_cast<int>(std::ceil(std::max(std::abs(x1 - x0), std::abs(y1 - y0)))));
    for (int i = 0; i <= steps; ++i) {
        const double share = static_cast<double>(i) / steps;
        set_pixel(image, static_cast<int>(std::lround(x0 + share * (x1 - x0))),
                  static_cast<int>(std::lround(y0 + share * (y1 - y0))), color);
    }
}

void draw_text(Image &image, int x, int y, std::string text, Rgb color) {
    struct Vertex {
        float x, y, z;
        std::uint8_t color[4];
    };
    std::vector<Vertex> vertices(text.size() * 70);
    const int quads = stb_easy_font_print(0.0f, 0.0f, text.data(), nullptr, vertices.data(),
                                          static_cast<int>(vertices.size() * sizeof(Vertex)));
    for (int i = 0; i < quads; ++i) {
        const Vertex &first = vertices[static_cast<std::size_t>(4 * i)],
                     &last = vertices[static_cast<std::size_t>(4 * i + 2)];
        fill_rectangle(image, x + static_cast<int>(first.x), y + static_cast<int>(first.y),
                       x + static_cast<int>(last.x), y + static_cast<int>(last.y), color);
    }
}

AxisScale axis_scale(double largest, int ticks) {
    const double wanted = largest / ticks, power = std::pow(10.0, std::floor(std::log10(wanted)));
    double step = 10.0 * power;
    for (const double factor : {5.0, 2.0, 1.0}) {
        step = factor * power >= wanted * (1.0 - 1e-9) ? factor * power : step;
    }
    return {step, step * std::ceil(largest / step - 1e-9)};
}

} // namespace voxmarch
