// Figures over light, and which files hold figures.
#include "base/text.h"
#include "scene/figure/figure_painter.h"

#include <algorithm>
#include <cstdint>

namespace voxmarch {

static std::string ending_of(const std::filesystem::path &file) { return text::lower(file.extension().string()); }

bool is_svg(const std::filesystem::path &file) { return ending_of(file) == ".svg"; }

bool is_figure_file(const std::filesystem::path &file) { return is_svg(file) || ending_of(file) == ".pdf"; }

void paint_figure(FloatImage &light, const Figure &figure) {
    Image above{light.width, light.height, Pixels(light.rgba.size())};
    std::ranges::fill(above.rgba, std::uint8_t{0});
    paint_figure(above, figure);
    const FloatImage over = to_light(above);
    for (std::size_t pixel = 0; pixel < light.rgba.size(); pixel += 4) {
        const float through = 1.0f - over.rgba[pixel + 3];
        for (std::size_t part = pixel; part < pixel + 4; ++part) {
            light.rgba[part] = over.rgba[part] + through * light.rgba[part];
        }
    }
}

} // namespace voxmarch
