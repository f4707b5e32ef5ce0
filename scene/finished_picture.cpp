// Paints figures and captions over drawn pictures, and joins those of a comparison.
#include "scene/finished_picture.h"

#include "scene/figure/figure_painter.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

namespace voxmarch {

namespace {

/// @param heading  above, in the middle
void add_figure(Image &image, const Scene &scene, const SceneContent &content, bool with_values,
                const std::string &heading = "") {
    if (scene.figure.any() || !heading.empty()) {
        paint_figure(image, make_figure(scene, content, with_values, heading));
    }
}

} // namespace

std::vector<std::string> figure_notes(const Scene &scene, const SceneContent &content) {
    const Scene half = half_of(scene, Side::a);
    FigureFacts facts = figure_facts(half, content);
    if (shows_both_sides(scene)) {
        facts.heading = caption_of(*scene.comparison, content, Side::a);
    }
    std::vector<std::string> notes{crowding_note(half, facts), glyph_note(make_figure(half, facts))};
    std::erase(notes, "");
    return notes;
}

std::vector<Image> draw_sides(const Scene &scene, const std::function<Image(const Scene &)> &draw) {
    std::vector<Image> sides;
    sides.push_back(draw(half_of(scene, Side::a)));
    if (shows_both_sides(scene)) {
        sides.push_back(draw(half_of(scene, Side::b)));
    }
    return sides;
}

void add_side(FrameStatistics &sum, const FrameStatistics &side) {
    const double before = sum.frame_ms;
    if (before == 0.0) {
        sum = side;
    }
    sum.frame_ms = before + side.frame_ms;
}

Image finished_picture(std::vector<Image> sides, const Scene &scene, const SceneContent &content, bool with_values) {
    if (sides.size() == 1) {
        add_figure(sides.front(), half_of(scene, Side::a), content, with_values);
        return std::move(sides.front());
    }
    const SceneComparison &comparison = *scene.comparison;
    if (comparison.difference && !comparison.volumes) {
        sides[1] = difference_image(sides[0], sides[1]);
    }
    for (const Side side : {Side::a, Side::b}) {
        Image &image = sides[side == Side::a ? 0 : 1];
        add_figure(image, half_of(scene, side), content, with_values,
                   can_paint_figures() ? caption_of(comparison, content, side) : "");
    }
    return beside_each_other(sides[0], sides[1], scene.width);
}

Image beside_each_other(const Image &a, const Image &b, int width) {
    Image result{width, a.height, Pixels(std::size_t(width) * std::size_t(a.height) * 4)};
    constexpr std::uint8_t black[4] = {0, 0, 0, 255};
    for (std::size_t i = 0; i < result.rgba.size(); ++i) {
        result.rgba[i] = black[i % 4];
    }
    const auto columns = static_cast<std::size_t>(std::min(a.width, width));
    for (int y = 0; y < a.height; ++y) {
        std::uint8_t *const row = result.rgba.data() + 4 * std::size_t(y) * std::size_t(width);
        std::copy_n(a.pixel(0, y), 4 * columns, row);
        std::copy_n(b.pixel(0, y), 4 * columns, row + 4 * (std::size_t(width) - columns));
    }
    return result;
}

Image difference_image(const Image &a, const Image &b) {
    Image result = a;
    for (std::size_t i = 0; i < result.rgba.size(); ++i) {
        const int difference = 16 * std::abs(int(a.rgba[i]) - int(b.rgba[i]));
        result.rgba[i] = i % 4 == 3 ? 255 : static_cast<std::uint8_t>(std::min(difference, 255));
    }
    return result;
}

} // namespace voxmarch
