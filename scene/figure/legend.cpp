// Which colour means what: bars of transfer functions and of a skeleton's radii with ticks, and a key for each surface,
// label or widget.
#include "base/text.h"
#include "scene/figure/figure_parts.h"
#include "scene/figure/text_size.h"
#include "scene/figure/ticks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

struct Key {
    glm::dvec4 color;
    std::string text;
};

constexpr std::size_t key_limit = 40;

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

/// Labels that have a colour of their own and are not hidden: those in the picture first, none that no voxel has.
void add_label_keys(std::vector<Key> &keys, const FigureFrame &frame) {
    const std::vector<LabelStyle> &styles = frame.scene.label_styles;
    const std::vector<LabelPresence> &known = frame.facts.labels;
    for (const LabelPresence wanted : {LabelPresence::shown, LabelPresence::elsewhere}) {
        for (std::size_t i = 0; i < styles.size(); ++i) {
            const LabelPresence presence = i < known.size() ? known[i] : LabelPresence::shown;
            if (presence == wanted && styles[i].visibility > 0.0f && styles[i].color) {
                keys.push_back(
                    {{glm::dvec3(*styles[i].color), 1.0}, label_name(frame.facts.label_names, static_cast<int>(i))});
            }
        }
    }
}

void add_widget_keys(std::vector<Key> &keys, const TransferFunction &transfer, ValueRange window) {
    const bool shares = transfer.domain == TransferDomain::normalised;
    const auto value = [&](double scalar) { return shares ? window.min + scalar * (window.max - window.min) : scalar; };
    for (const TransferWidget &widget : transfer.widgets) {
        keys.push_back({{widget.color, 1.0},
                        short_number(value(widget.scalar_low)) + " to " + short_number(value(widget.scalar_high))});
    }
}

/// A bar of colours over values.
struct ColorBar {
    std::vector<glm::dvec4> colors; ///< of the lowest value first
    ValueRange values;
    std::string title; ///< above; "": none
};

constexpr int bar_parts = 128;

/// Of a channel's function at a share of the values that are shown.
glm::dvec4 color_at(const FigureFacts &facts, std::size_t channel, double share) {
    const TransferFunction &transfer = facts.transfers[channel];
    if (transfer.colors.empty() || transfer.opacities.empty()) {
        return glm::dvec4(1.0);
    }
    const ValueRange values = shown_values(facts, channel);
    const bool shares = transfer.domain == TransferDomain::normalised;
    return transfer.evaluate(shares ? share : values.min + share * (values.max - values.min));
}

ColorBar function_bar(const FigureFacts &facts, std::size_t channel, const std::string &title) {
    ColorBar bar{{}, shown_values(facts, channel), title};
    for (int i = 0; i <= bar_parts; ++i) {
        bar.colors.emplace_back(glm::dvec3(color_at(facts, channel, static_cast<double>(i) / bar_parts)), 1.0);
    }
    return bar;
}

/// "CT.nrrd, HU"
std::string title_of(const FigureFacts &facts, std::size_t channel) {
    const std::string unit = channel < facts.channel_units.size() ? facts.channel_units[channel] : "";
    return facts.channel_names[channel] + (unit.empty() ? "" : "," + unit);
}

/// The function's colour at the middle of what it lets be seen.
Key channel_key(const FigureFacts &facts, std::size_t channel) {
    int first = bar_parts, last = 0;
    for (int i = 0; i <= bar_parts; ++i) {
        if (color_at(facts, channel, static_cast<double>(i) / bar_parts).a > 0.0) {
            first = std::min(first, i);
            last = std::max(last, i);
        }
    }
    const double middle = (first + last) / 2.0 / bar_parts;
    return {{glm::dvec3(color_at(facts, channel, middle)), 1.0}, facts.channel_names[channel]};
}

/// Of the object around a skeleton: thin to thick.
ColorBar radius_bar(const FigureFrame &frame) {
    const RadiusRange radii = *frame.facts.tubes;
    const std::string unit = printed_unit(frame.facts.grid.unit);
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
            write(text::one_line(bar.title, longest_text), {0.0, block_.size.y}, {1.0, 0.0});
            block_.size.y += line_distance * height_;
        }
        const double left = -1.1 * height_, from = block_.size.y + bar_margin * height_, to = from + length;
        block_.shapes.push_back(FigureRamp{{left, from}, {0.0, to}, bar.colors});
        block_.shapes.push_back(
            FigureLine{{{left, from}, {0.0, from}, {0.0, to}, {left, to}, {left, from}}, color_, line_});
        block_.size.x = std::max(block_.size.x, -left);
        add_ticks(bar.values, left, from, to);
        block_.size.y = to + bar_margin * height_;
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

    void add_gap() { block_.size.y += gap * height_; }

    /// @param at_left  mirrored
    FigureBlock take(bool at_left) {
        block_.size.x = 2.0 * std::ceil(block_.size.x / 2.0);
        for (FigureShape &shape : block_.shapes) {
            std::visit([&](auto &one) { place(one, at_left); }, shape);
        }
        return std::move(block_);
    }

    // Heights of a text.
    static constexpr double key_row = 1.5;
    static constexpr double bar_margin = 0.6; ///< above and below, for texts of ticks
    static constexpr double gap = 0.5;

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
        for (const Tick &tick : round_ticks(values, (to - from) / height_)) {
            const double y = to - (tick.value - values.min) / (values.max - values.min) * (to - from);
            block_.shapes.push_back(FigureLine{{{left - 0.3 * height_, y}, {left, y}}, color_, line_});
            write(tick.text, {left - 0.45 * height_, y}, {1.0, 0.5});
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

/// What a legend is to tell.
struct LegendContents {
    std::vector<ColorBar> bars;
    std::vector<Key> keys;
};

/// @param with_bars  several channels have bars, else keys
void add_functions(LegendContents &contents, const FigureFrame &frame, bool with_bars, bool alone) {
    const FigureFacts &facts = frame.facts;
    const TransferFunction &transfer = facts.transfers.front();
    if (several_channels(frame)) {
        const unsigned visible = visible_channels(frame.scene);
        for (std::size_t i = 0; i < facts.transfers.size(); ++i) {
            const TransferFunction &one = facts.transfers[i];
            if ((visible >> i & 1u) == 0) {
                continue;
            }
            if (with_bars && one.widgets.empty() && !one.colors.empty()) {
                contents.bars.push_back(function_bar(facts, i, title_of(facts, i)));
            } else {
                contents.keys.push_back(channel_key(facts, i));
            }
        }
    } else if (!transfer.widgets.empty()) {
        add_widget_keys(contents.keys, transfer, facts.windows.front());
    } else if (!transfer.colors.empty()) {
        const std::string unit = facts.value_unit.empty() ? "" : facts.value_unit.substr(1);
        const std::string title = alone ? unit : unit.empty() ? "value" : "value, " + unit;
        contents.bars.push_back(function_bar(facts, 0, title));
    }
}

LegendContents legend_contents(const FigureFrame &frame, bool with_bars) {
    const Mode mode = frame.scene.settings.mode;
    LegendContents contents;
    if (mode != Mode::volume) {
        add_surface_keys(contents.keys, frame);
    }
    const std::optional<RadiusRange> &tubes = frame.facts.tubes;
    const bool tapers = tubes && tubes->high > tubes->low;
    const bool colors_of_voxels = several_channels(frame) && are_colors(frame.scene.settings.channel_blend);
    if (mode != Mode::isosurface && !colors_of_voxels) {
        add_functions(contents, frame, with_bars, !tapers);
    }
    if (!frame.scene.labels.empty()) {
        add_label_keys(contents.keys, frame);
    }
    if (tapers) {
        contents.bars.push_back(radius_bar(frame));
    } else if (tubes) { // all in one colour
        contents.keys.push_back({{glm::dvec3(tube_color(0.0)), 1.0},
                                 fmt::format("radius {:.3g}{}", tubes->low, printed_unit(frame.facts.grid.unit))});
    }
    return contents;
}

/// How a legend fills its height.
struct LegendSizes {
    double bar = 0.0;     ///< pixels of each
    std::size_t rows = 0; ///< of keys
};

constexpr double good_bar = 7.2;  // heights of a text: four ticks, and rows give way up to here
constexpr double two_ticks = 3.8; // so long a bar always has them
constexpr double least_bar = 2.0; // nothing could be read of a shorter one

/// @param room  pixels  @return empty: there is too little
std::optional<LegendSizes> sizes_in(const LegendContents &contents, const FigureFrame &frame, double room) {
    const double height = frame.text_height, row = LegendDrawing::key_row * height;
    const std::size_t fewest = std::min<std::size_t>(contents.keys.size(), 2);
    LegendSizes sizes;
    double left = room;
    if (!contents.bars.empty()) {
        const auto count = static_cast<double>(contents.bars.size());
        for (const ColorBar &bar : contents.bars) {
            left -= (2.0 * LegendDrawing::bar_margin + LegendDrawing::gap) * height;
            left -= bar.title.empty() ? 0.0 : line_distance * height;
        }
        const double for_keys = row * static_cast<double>(std::min(contents.keys.size(), key_limit));
        const double longest = std::min(0.4 * frame.size().y, 0.6 * room) / (1.0 + 0.3 * (count - 1.0));
        sizes.bar = std::min({longest, std::max((left - for_keys) / count, good_bar * height),
                              (left - row * static_cast<double>(fewest)) / count});
        if (sizes.bar < (count > 1.0 && several_channels(frame) ? two_ticks : least_bar) * height) {
            return std::nullopt;
        }
        left -= count * sizes.bar;
    }
    sizes.rows = static_cast<std::size_t>(std::max(left / row + 1e-6, 0.0));
    return sizes.rows < fewest ? std::nullopt : std::optional(sizes);
}

FigureBlock drawn_legend(const FigureFrame &frame, LegendContents contents, const LegendSizes &sizes, double most,
                         bool at_left) {
    shorten(contents.keys, std::min(sizes.rows, key_limit));
    LegendDrawing drawing(frame, most);
    for (std::size_t i = 0; i < contents.bars.size(); ++i) {
        drawing.add(contents.bars[i], sizes.bar);
        if (i + 1 < contents.bars.size() || !contents.keys.empty()) {
            drawing.add_gap();
        }
    }
    for (const Key &key : contents.keys) {
        drawing.add(key);
    }
    return drawing.take(at_left);
}

} // namespace

ValueRange shown_values(const FigureFacts &facts, std::size_t channel) {
    const TransferFunction &transfer = facts.transfers[channel];
    const ValueRange range = facts.ranges[channel];
    if (transfer.domain == TransferDomain::normalised || transfer.colors.empty()) {
        return facts.windows[channel];
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
    constexpr double step = 0.04; // of the picture's height
    constexpr int attempts = 20;
    if (attempt >= attempts) {
        return std::nullopt;
    }
    const double all = frame.size().y - 2.0 * figure_margin * frame.text_height;
    const double room = 2.0 * std::floor(all * (1.0 - step * attempt) / 2.0); // as places are whole pixels
    for (const bool with_bars : {true, false}) {
        LegendContents contents = legend_contents(frame, with_bars);
        if (const std::optional<LegendSizes> sizes = sizes_in(contents, frame, room)) {
            return drawn_legend(frame, std::move(contents), *sizes, most, at_left);
        }
    }
    return std::nullopt;
}

} // namespace voxmarch
