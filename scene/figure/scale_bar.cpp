// A bar of a round length.
#include "scene/camera_moves.h"
#include "scene/figure/figure_parts.h"
#include "scene/figure/text_size.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

double round_length(double most) {
    if (!(most > 0.0) || !std::isfinite(most)) {
        return 0.0;
    }
    const double power = std::pow(10.0, std::floor(std::log10(most)));
    return most / power >= 5.0 ? 5.0 * power : most / power >= 2.0 ? 2.0 * power : power;
}

std::string printed_unit(LengthUnit unit, int power) {
    const std::string text = unit == LengthUnit::micrometer ? " \u00b5m" : unit_suffix(unit);
    return text.empty() || power == 1 ? text : text + (power == 2 ? "\u00b2" : "\u00b3");
}

std::string length_text(double length, LengthUnit unit) {
    return fmt::format("{:g}{}", length, unit == LengthUnit::unknown ? " units" : printed_unit(unit));
}

FigureBlock bar_block(const FigureFrame &frame, double length, double pixels) {
    const std::string text = length_text(length, frame.facts.grid.unit);
    const double height = frame.text_height, width = std::max(pixels, text_width(text, height));
    const double line = std::max(height / 9.0, 1.0), tick = 0.3 * height;
    const double left = (width - pixels) / 2.0, right = left + pixels, y = line_extent * height + 1.6 * tick;
    FigureBlock block{{}, {width, y + tick}};
    const auto stroke = [&](const glm::dvec4 &color, double thickness) {
        block.shapes.push_back(FigureLine{{{left, y - tick}, {left, y + tick}}, color, thickness});
        block.shapes.push_back(FigureLine{{{right, y - tick}, {right, y + tick}}, color, thickness});
        block.shapes.push_back(FigureLine{{{left, y}, {right, y}}, color, thickness});
    };
    const double rim = rim_around(frame.color);
    stroke({rim, rim, rim, 0.5}, 2.5 * line);
    stroke(frame.color, line);
    block.shapes.push_back(FigureText{{width / 2.0, y - 1.6 * tick}, {0.5, 1.0}, text, height, frame.color});
    return block;
}

FigureBlock scale_bar_block(const FigureFrame &frame) {
    const Camera &camera = frame.scene.camera;
    const ViewSize view{frame.size().x, frame.size().y};
    const CameraAxes axes = axes_of(camera);
    const double depth = glm::dot(frame.facts.grid.center() - camera.eye, axes.forward);
    if (!(depth > 0.0)) {
        return {};
    }
    // Straight ahead, where a length across is as many pixels everywhere at this depth.
    const glm::dvec3 middle = camera.eye + depth * axes.forward;
    const double unit = depth * 0.01;
    const double pixels = glm::distance(glm::dvec2(view_from_world(camera, view, middle)),
                                        glm::dvec2(view_from_world(camera, view, middle + unit * axes.right)));
    const double scale = pixels / unit; // pixels a unit of the world
    const double length = round_length(0.25 * view.width / scale);
    if (length <= 0.0) {
        return {};
    }
    return bar_block(frame, length, length * scale);
}

} // namespace voxmarch
