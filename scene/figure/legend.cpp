// Which colour means what: a bar of the transfer function with ticks, or a key for each surface, channel, label or
// widget.
#include "base/text.h"
#include "scene/figure/figure_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

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

/// The thinnest, middle and thickest tubes of a skeleton.
void add_tube_keys(std::vector<Key> &keys, const FigureFrame &frame) {
    if (const std::optional<RadiusRange> &radii = frame.facts.tubes) {
        for (const double share : {1.0, 0.5, 0.0}) {
            const double thickness = 2.0 * (radii->low + share * (radii->high - radii->low));
            keys.push_back({{glm::dvec3(tube_color(share)), 1.0},
                            fmt::format("{:.3g}{} thick", thickness, unit_suffix(frame.facts.grid.unit))});
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

/// @param from, to  rows of the bar, `from` above
void add_ramp(Figure &figure, const FigureFrame &frame, double from, double to) {
    const TransferFunction &transfer = frame.facts.transfers.front();
    const ValueRange values = shown_values(frame.facts);
    const bool shares = transfer.domain == TransferDomain::normalised;
    constexpr int parts = 128;
    FigureRamp ramp;
    const double right = frame.size().x - frame.margin, left = right - 1.1 * frame.text_height;
    ramp.low = {left, from};
    ramp.high = {right, to};
    for (int i = 0; i <= parts; ++i) {
        const double share = static_cast<double>(i) / parts;
        const double scalar = shares ? share : values.min + share * (values.max - values.min);
        ramp.colors.emplace_back(glm::dvec3(transfer.evaluate(scalar)), 1.0);
    }
    figure.push_back(ramp);
    const double line = std::max(frame.text_height / 14.0, 1.0);
    figure.push_back(
        FigureLine{{{left, from}, {right, from}, {right, to}, {left, to}, {left, from}}, frame.color, line});
    const double length = values.max - values.min;
    if (!(length > 0.0) || !std::isfinite(length)) {
        return;
    }
    const int most = std::clamp(static_cast<int>((to - from) / (1.8 * frame.text_height)), 1, 8);
    const double step = tick_step(length, most);
    for (double tick = std::ceil(values.min / step - 1e-9); tick * step <= values.max + 1e-9 * length; ++tick) {
        const double y = to - (tick * step - values.min) / length * (to - from);
        figure.push_back(FigureLine{{{left - 0.3 * frame.text_height, y}, {left, y}}, frame.color, line});
        figure.push_back(FigureText{{left - 0.45 * frame.text_height, y},
                                    {1.0, 0.5},
                                    figure_number(tick * step),
                                    frame.text_height,
                                    frame.color});
    }
    const std::string &unit = frame.facts.value_unit;
    if (!unit.empty()) {
        figure.push_back(FigureText{
            {right, from - 0.5 * frame.text_height}, {1.0, 1.0}, unit.substr(1), frame.text_height, frame.color});
    }
}

void add_keys(Figure &figure, const FigureFrame &frame, const std::vector<Key> &keys, double top) {
    const double right = frame.size().x - frame.margin, side = 0.9 * frame.text_height;
    const double line = std::max(frame.text_height / 14.0, 1.0);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const double y = top + 1.5 * frame.text_height * (static_cast<double>(i) + 0.5);
        const double low = y - side / 2.0, high = y + side / 2.0;
        const std::vector<glm::dvec2> corners{{right - side, low}, {right, low}, {right, high}, {right - side, high}};
        if (keys[i].color.a > 0.0) {
            figure.push_back(FigureArea{corners, keys[i].color});
            std::vector<glm::dvec2> border = corners;
            border.push_back(corners.front());
            figure.push_back(FigureLine{border, frame.color, line});
        }
        figure.push_back(FigureText{{right - side - 0.5 * frame.text_height, y},
                                    {1.0, 0.5},
                                    text::one_line(keys[i].text, longest_text),
                                    frame.text_height,
                                    frame.color});
    }
}

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

void add_legend(Figure &figure, const FigureFrame &frame) {
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
    add_tube_keys(keys, frame);
    const bool ramp = volume && !several_channels(frame) && transfer.widgets.empty() && !transfer.colors.empty();
    const double row = 1.5 * frame.text_height;
    const double room = frame.size().y - 2.0 * frame.margin - frame.corner_height(1) - frame.corner_height(3) -
                        (frame.scene.figure.scale_bar ? 3.0 * frame.text_height : 0.0);
    const double bar = ramp ? std::min(0.4 * frame.size().y, 0.6 * room) : 0.0;
    const double gap = ramp && !keys.empty() ? row : 0.0;
    shorten(keys,
            std::clamp<std::size_t>(static_cast<std::size_t>(std::max((room - bar - gap) / row, 1.0)), 1, key_limit));
    const double height = bar + gap + row * static_cast<double>(keys.size());
    const double top = frame.margin + frame.corner_height(1) + std::max((room - height) / 2.0, 0.0);
    if (ramp && bar > frame.text_height) {
        add_ramp(figure, frame, top, top + bar);
    }
    add_keys(figure, frame, keys, top + bar + gap);
}

} // namespace voxmarch
