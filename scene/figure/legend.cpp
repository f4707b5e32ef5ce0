// Which colour means what: bars of the transfer function and of a skeleton's radii with ticks, and a key for each
// surface, channel, label or widget.
#include "base/text.h"
#include "scene/figure/figure_parts.h"
#include "scene/figure/text_size.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace voxmarch {

namespace {

struct Key {
    glm::dvec4 color;
    std::string text;
};

constexpr std::size_t key_limit = 16;

bool several_channels(const FigureFrame &frame) { return frame.facts.transfers.size() > 1; }

void add_surface_keys(std::vector<Key> &keys, const FigureFrame &frame) {
    for (const SurfaceStyle &surface : frame.scene.settings.surfaces) {
        const auto channel = static_cast<std::size_t>(surface.channel);
        const std::string of = several_channels(frame) && channel < frame.facts.channel_names.size()
                                   ? frame.facts.channel_names[channel] + " "
                                   : "";
        keys.push_back(
            {{glm::dvec3(surface.color), 1.0}, of + figure_number(surface.isovalue) + frame.facts.value_unit});
    }
}

/// A channel is as bright as its function gets.
void add_channel_keys(std::vector<Key> &keys, const FigureFrame &frame) {
    const unsigned visible = visible_channels(frame.scene);
    for (std::size_t i = 0; i < frame.facts.transfers.size(); ++i) {
        const TransferFunction &transfer = frame.facts.transfers[i];
        const glm::dvec3 color = transfer.colors.empty() ? glm::dvec3(1.0) : transfer.colors.back().color;
        if ((visible >> i & 1u) != 0) {
            keys.push_back({{color, 1.0}, frame.facts.channel_names[i]});
        }
    }
}

/// Labels that have a colour of their own and are seen.
void add_label_keys(std::vector<Key> &keys, const FigureFrame &frame) {
    const std::vector<LabelStyle> &styles = frame.scene.label_styles;
    for (std::size_t i = 0; i < styles.size(); ++i) {
        if (styles[i].visibility > 0.0f && styles[i].color) {
            keys.push_back(
                {{glm::dvec3(*styles[i].color), 1.0}, label_name(frame.facts.label_names, static_cast<int>(i))});
        }
    }
}

void add_widget_keys(std::vector<Key> &keys, const TransferFunction &transfer, ValueRange window) {
    const bool shares = transfer.domain == TransferDomain::normalised;
    const auto value = [&](double scalar) { return shares ? window.min + scalar * (window.max - window.min) : scalar; };
    for (const TransferWidget &widget : transfer.widgets) {
        keys.push_back({{widget.color, 1.0},
                        fmt::format("{:.4g} to {:.4g}", value(widget.scalar_low), value(widget.scalar_high))});
    }
}

/// The smallest 1, 2 or 5 of a power of ten that makes at most `most` steps.
double tick_step(double length, int most) {
    const double least = length / most;
    const double step = round_length(least);
    return step >= least * (1.0 - 1e-9) ? step : round_length(2.6 * step);
}

/// A bar of colours over values.
struct ColorBar {
    std::vector<glm::dvec4> colors; ///< of the lowest value first
    ValueRange values;
    std::string title; ///< above; "": none
};

constexpr int bar_parts = 128;

/// @param alone  no other bar stands beside it
ColorBar function_bar(const FigureFrame &frame, bool alone) {
    const TransferFunction &transfer = frame.facts.transfers.front();
    const std::string &unit = frame.facts.value_unit;
    ColorBar bar{{}, shown_values(frame.facts), unit.empty() ? "" : unit.substr(1)};
    if (!alone) {
        bar.title = bar.title.empty() ? "value" : "value, " + bar.title;
    }
    const bool shares = transfer.domain == TransferDomain::normalised;
    for (int i = 0; i <= bar_parts; ++i) {
        const double share = static_cast<double>(i) / bar_parts;
        const double scalar = shares ? share : bar.values.min + share * (bar.values.max - bar.values.min);
        bar.colors.emplace_back(glm::dvec3(transfer.evaluate(scalar)), 1.0);
    }
    return bar;
}

/// Of the object around a skeleton: thin to thick.
ColorBar radius_bar(const FigureFrame &frame) {
    const RadiusRange radii = *frame.facts.tubes;
    const std::string unit = unit_suffix(frame.facts.grid.unit);
    ColorBar bar{{}, {radii.low, radii.high}, unit.empty() ? "radius" : "radius," + unit};
    for (int i = 0; i <= bar_parts; ++i) {
        bar.colors.emplace_back(glm::dvec3(tube_color(static_cast<double>(i) / bar_parts)), 1.0);
    }
    return bar;
}

/// Bars and keys one below the other, colours at the right, texts left of them.
class LegendDrawing {
public:
    /// @param most  pixels of a text
    LegendDrawing(const FigureFrame &frame, double most)
        : height_(frame.text_height), most_(most), line_(std::max(height_ / 14.0, 1.0)), color_(frame.color) {}

    /// Places are left of 0 until the width is known. @param length  of the bar, pixels
    void add(const ColorBar &bar, double length) {
        if (!bar.title.empty() && bar.values.max > bar.values.min) {
            write(bar.title, {0.0, block_.size.y}, {1.0, 0.0});
            block_.size.y += line_distance * height_;
        }
        const double left = -1.1 * height_, from = block_.size.y + 0.6 * height_, to = from + length;
        block_.shapes.push_back(FigureRamp{{left, from}, {0.0, to}, bar.colors});
        block_.shapes.push_back(
            FigureLine{{{left, from}, {0.0, from}, {0.0, to}, {left, to}, {left, from}}, color_, line_});
        block_.size.x = std::max(block_.size.x, -left);
        add_ticks(bar.values, left, from, to);
        block_.size.y = to + 0.6 * height_;
    }

    void add(const Key &key) {
        const double side = 0.9 * height_, y = block_.size.y + 0.75 * height_;
        const double low = y - side / 2.0, high = y + side / 2.0;
        const std::vector<glm::dvec2> corners{{-side, low}, {0.0, low}, {0.0, high}, {-side, high}};
        if (key.color.a > 0.0) {
            block_.shapes.push_back(FigureArea{corners, key.color});
            std::vector<glm::dvec2> border = corners;
            border.push_back(corners.front());
            block_.shapes.push_back(FigureLine{border, color_, line_});
        }
        write(text::one_line(key.text, longest_text), {-side - 0.5 * height_, y}, {1.0, 0.5});
        block_.size.y += key_row * height_;
    }

    void add_gap() { block_.size.y += 0.5 * height_; }

    /// @param at_left  mirrored
    FigureBlock take(bool at_left) {
        block_.size.x = 2.0 * std::ceil(block_.size.x / 2.0);
        for (FigureShape &shape : block_.shapes) {
            std::visit([&](auto &one) { place(one, at_left); }, shape);
        }
        return std::move(block_);
    }

    static constexpr double key_row = 1.5; ///< heights of a text

private:
    const double height_, most_, line_;
    const glm::dvec4 color_;
    FigureBlock block_;

    void write(const std::string &text, glm::dvec2 at, glm::dvec2 anchor) {
        const std::string_view beginning = longest_beginning(text, height_, most_ + at.x);
        const std::string fitting = std::string(beginning) + (beginning.size() < text.size() ? "..." : "");
        block_.size.x = std::max(block_.size.x, text_width(fitting, height_) - at.x);
        block_.shapes.push_back(FigureText{at, anchor, fitting, height_, color_});
    }

    void add_ticks(const ValueRange &values, double left, double from, double to) {
        const double length = values.max - values.min;
        if (!(length > 0.0) || !std::isfinite(length)) {
            return;
        }
        const int most = std::clamp(static_cast<int>((to - from) / (1.8 * height_)), 1, 8);
        const double step = tick_step(length, most);
        std::vector<double> ticks;
        for (double tick = std::ceil(values.min / step - 1e-9); tick * step <= values.max + 1e-9 * length; ++tick) {
            ticks.push_back(tick * step);
        }
        const bool ends = ticks.size() < 2; // one alone tells no scale
        if (ends) {
            ticks = {values.min, values.max};
        }
        for (const double tick : ticks) {
            const double y = to - (tick - values.min) / length * (to - from);
            block_.shapes.push_back(FigureLine{{{left - 0.3 * height_, y}, {left, y}}, color_, line_});
            write(ends ? fmt::format("{:.3g}", tick) : figure_number(tick), {left - 0.45 * height_, y}, {1.0, 0.5});
        }
    }

    void place(glm::dvec2 &at, bool at_left) const { at.x = at_left ? -at.x : block_.size.x + at.x; }

    void place(FigureLine &line, bool at_left) const {
        for (glm::dvec2 &point : line.points) {
            place(point, at_left);
        }
    }
    void place(FigureArea &area, bool at_left) const {
        for (glm::dvec2 &point : area.corners) {
            place(point, at_left);
        }
    }
    void place(FigureRamp &ramp, bool at_left) const {
        place(ramp.low, at_left);
        place(ramp.high, at_left);
        if (at_left) {
            std::swap(ramp.low.x, ramp.high.x);
        }
    }
    void place(FigureText &text, bool at_left) const {
        place(text.at, at_left);
        text.anchor.x = at_left ? 1.0 - text.anchor.x : text.anchor.x;
    }
};

/// Those that there is room for, and how many more there are.
void shorten(std::vector<Key> &keys, std::size_t most) {
    if (keys.size() > most) {
        const std::size_t more = keys.size() - (most - 1);
        keys.resize(most - 1);
        keys.push_back({{0.0, 0.0, 0.0, 0.0}, fmt::format("and {} more", more)});
    }
}

} // namespace

ValueRange shown_values(const FigureFacts &facts) {
    const TransferFunction &transfer = facts.transfers.front();
    const ValueRange range = facts.ranges.front();
    if (transfer.domain == TransferDomain::normalised) {
        return facts.windows.front();
    }
    double low = transfer.colors.front().scalar, high = transfer.colors.back().scalar;
    if (!transfer.opacities.empty()) {
        low = std::min(low, transfer.opacities.front().scalar);
        high = std::max(high, transfer.opacities.back().scalar);
    }
    const ValueRange both{std::max(low, range.min), std::min(high, range.max)};
    return both.min < both.max ? both : ValueRange{low, high};
}

std::optional<FigureBlock> legend_block(const FigureFrame &frame, bool at_left, double most, int attempt) {
    constexpr double rooms[] = {1.0, 0.8, 0.6, 0.45, 0.35, 0.25}; // of the picture's height
    if (attempt >= static_cast<int>(std::size(rooms))) {
        return std::nullopt;
    }
    const Mode mode = frame.scene.settings.mode;
    const TransferFunction &transfer = frame.facts.transfers.front();
    std::vector<Key> keys;
    if (mode != Mode::volume) {
        add_surface_keys(keys, frame);
    }
    const bool volume = mode != Mode::isosurface;
    if (volume && several_channels(frame) && !are_colors(frame.scene.settings.channel_blend)) {
        add_channel_keys(keys, frame);
    } else if (volume && !transfer.widgets.empty()) {
        add_widget_keys(keys, transfer, frame.facts.windows.front());
    }
    if (!frame.scene.labels.empty()) {
        add_label_keys(keys, frame);
    }
    const std::optional<RadiusRange> &tubes = frame.facts.tubes;
    const bool tapers = tubes && tubes->high > tubes->low;
    if (tubes && !tapers) { // all in one colour
        keys.push_back({{glm::dvec3(tube_color(0.0)), 1.0},
                        fmt::format("radius {:.3g}{}", tubes->low, unit_suffix(frame.facts.grid.unit))});
    }
    std::vector<ColorBar> bars;
    if (volume && !several_channels(frame) && transfer.widgets.empty() && !transfer.colors.empty()) {
        bars.push_back(function_bar(frame, !tapers));
    }
    if (tapers) {
        bars.push_back(radius_bar(frame));
    }
    const double height = frame.text_height, row = LegendDrawing::key_row * height;
    const double inner = frame.size().y - 2.0 * figure_margin * height, room = inner * rooms[attempt];
    const auto count = static_cast<double>(bars.size());
    const double beside_bars = 3.0 * height * count; // titles and gaps
    const double for_keys = row * static_cast<double>(std::min(keys.size(), key_limit));
    const double longest = std::min(0.4 * frame.size().y, 0.6 * room) / (count > 1.0 ? 1.3 : 1.0);
    const double bar =
        std::min(longest, std::max((room - beside_bars - for_keys) / std::max(count, 1.0), 0.5 * longest));
    if (!bars.empty() && bar < 2.0 * height) {
        return std::nullopt; // nothing could be read
    }
    const double left = room - (bars.empty() ? 0.0 : count * bar + beside_bars);
    const auto rows = static_cast<std::size_t>(std::max(left / row, 0.0));
    if (rows < std::min<std::size_t>(keys.size(), 2)) {
        return std::nullopt;
    }
    shorten(keys, std::min(rows, key_limit));
    LegendDrawing drawing(frame, most);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        drawing.add(bars[i], bar);
        if (i + 1 < bars.size() || !keys.empty()) {
            drawing.add_gap();
        }
    }
    for (const Key &key : keys) {
        drawing.add(key);
    }
    return drawing.take(at_left);
}

} // namespace voxmarch
