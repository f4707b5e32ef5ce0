// Captions and corners: their fields, their lines.
#include "base/text.h"
#include "scene/figure/figure_parts.h"
#include "scene/figure/text_size.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

namespace voxmarch {

namespace {

std::string value_text(const Scene &scene, const FigureFacts &facts) {
    if (scene.settings.mode != Mode::volume) {
        std::string text;
        for (const SurfaceStyle &surface : scene.settings.surfaces) {
            text += (text.empty() ? "" : ", ") + figure_number(surface.isovalue);
        }
        return text.empty() ? text : text + facts.value_unit;
    }
    const ValueRange values = shown_values(facts);
    return short_number(values.min) + " to " + short_number(values.max) + facts.value_unit;
}

} // namespace

std::string figure_number(double value) { return fmt::format("{:.6g}", value == 0.0 ? 0.0 : value); }

std::string short_number(double value) {
    const double size = std::abs(value);
    return size >= 1000.0 && size < 1e7 ? fmt::format("{:.0f}", value)
                                        : fmt::format("{:.4g}", value == 0.0 ? 0.0 : value);
}

std::optional<int> common_decimals(double largest, int digits) {
    if (!(largest >= 1e-3 && largest < 1e7)) {
        return std::nullopt;
    }
    return std::max(digits - 1 - static_cast<int>(std::floor(std::log10(largest))), 0);
}

std::pair<std::string, std::string> alike_numbers(double first, double second) {
    const std::optional<int> decimals = common_decimals(std::max(std::abs(first), std::abs(second)), 4);
    if (!decimals) {
        return {short_number(first), short_number(second)};
    }
    const double parts = std::pow(10.0, *decimals);
    const double near[2] = {std::round(first * parts) / parts + 0.0,
                            std::round(second * parts) / parts + 0.0}; // no "-0"
    const bool are_whole = near[0] == std::round(near[0]) && near[1] == std::round(near[1]);
    const int shown = are_whole ? 0 : *decimals;
    return {fmt::format("{:.{}f}", near[0], shown), fmt::format("{:.{}f}", near[1], shown)};
}

namespace {

/// Fields of a text and the texts between them, in order; braces that are written twice are single ones.
/// @param field  gets the name of a field
void walk_text(const std::string &text, const std::function<void(const std::string &)> &plain,
               const std::function<void(const std::string &)> &field) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool doubled = text.compare(i, 2, "{{") == 0 || text.compare(i, 2, "}}") == 0;
        const std::size_t end = text[i] == '{' && !doubled ? text.find('}', i) : text.npos;
        if (end == text.npos) {
            plain(text.substr(i, 1));
            i += doubled ? 1 : 0;
        } else {
            field(text.substr(i + 1, end - i - 1));
            i = end;
        }
    }
}

} // namespace

std::string filled_text(const std::string &text, const Scene &scene, const FigureFacts &facts) {
    std::string result;
    walk_text(
        text, [&](const std::string &plain) { result += plain; },
        [&](const std::string &field) {
            result += field == "name"    ? facts.name
                      : field == "value" ? (facts.value.empty() ? value_text(scene, facts) : facts.value)
                      : field == "time"  ? fmt::format("{}", scene.volume.time)
                      : field == "date"  ? facts.date
                      : field == "place" && !facts.place.empty() ? facts.place
                                                                 : "{" + field + "}";
        });
    return result;
}

std::string unknown_field(const FigureChoice &choice, bool of_slice) {
    static constexpr std::string_view known[] = {"name", "value", "time", "date", "place"};
    const auto end = std::end(known) - (of_slice ? 0 : 1);
    std::string unknown;
    const auto check = [&](const std::string &field) {
        if (unknown.empty() && std::find(std::begin(known), end, field) == end) {
            unknown = "{" + field + "}";
        }
    };
    walk_text(
        choice.caption, [](const std::string &) {}, check);
    for (const std::string &text : choice.corners) {
        walk_text(
            text, [](const std::string &) {}, check);
    }
    return unknown;
}

/// Lines of at most this width, if the words allow.
static std::vector<std::string> wrapped(const std::string &text, double height, double most) {
    std::vector<std::string> lines;
    for (const std::string &line : text::split(text, '\n')) {
        lines.emplace_back();
        for (const std::string &word : text::split(line, ' ')) {
            std::string longer = lines.back() + (lines.back().empty() ? "" : " ") + word;
            if (!lines.back().empty() && text_width(longer, height) > most) {
                lines.push_back(word);
            } else {
                lines.back() = std::move(longer);
            }
        }
    }
    return lines;
}

/// As few lines as that takes, about equally long.
static std::vector<std::string> balanced(const std::string &text, double height, double most) {
    std::vector<std::string> best = wrapped(text, height, most);
    const std::size_t count = best.size();
    for (int parts = 19; parts >= 10; --parts) {
        std::vector<std::string> narrower = wrapped(text, height, most * parts / 20.0);
        if (narrower.size() > count) {
            break;
        }
        best = std::move(narrower);
    }
    return best;
}

FigureBlock line_block(const FigureFrame &frame, const std::string &text, double aligned) {
    const double height = frame.text_height, width = 2.0 * std::ceil(text_width(text, height) / 2.0);
    return {{FigureText{{aligned * width, 0.0}, {aligned, 0.0}, text, height, frame.color}},
            {width, line_extent * height}};
}

FigureBlock text_block(const FigureFrame &frame, const std::string &text, double most, double aligned) {
    FigureBlock block;
    const double height = frame.text_height;
    std::vector<std::string> lines = balanced(text, height, most);
    for (std::string &line : lines) {
        line = text::one_line(line, longest_text);
        block.size.x = std::max(block.size.x, text_width(line, height));
    }
    block.size.x = 2.0 * std::ceil(block.size.x / 2.0);
    block.size.y = height * (line_distance * static_cast<double>(lines.size() - 1) + line_extent);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const double y = line_distance * height * static_cast<double>(i);
        block.shapes.push_back(FigureText{{aligned * block.size.x, y}, {aligned, 0.0}, lines[i], height, frame.color});
    }
    return block;
}

FigurePart with_text(FigurePart part, const Scene &scene, const FigureFacts &facts, const std::string &text,
                     double share, double size) {
    const double width = share * (part.area.high.x - part.area.low.x);
    part.make = [=, &scene, &facts, margin = part.margin, aligned = alignment(part.anchor)](double height,
                                                                                            int attempt) {
        const double most = std::max(width - 2.0 * margin * size * height, 8.0);
        return attempt == 0 ? std::optional(text_block(frame_of(scene, facts, size * height), text, most, aligned))
                            : std::nullopt;
    };
    return part;
}

} // namespace voxmarch
