// Draws a transfer function as a PNG, opacity over colours.
#include "app/cli/transfer_plot.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr int curve_left = 44, curve_right = 624, curve_top = 28, curve_bottom = 290;
constexpr int bar_top = 298, bar_bottom = 326;

constexpr Rgb grid{58, 58, 66}, bars{74, 84, 104};

Rgb bytes_of(const glm::dvec4 &color) {
    const auto byte = [](double share) { return static_cast<std::uint8_t>(std::lround(255.0 * share)); };
    return {byte(color.r), byte(color.g), byte(color.b)};
}

double share_of(int x) { return static_cast<double>(x - curve_left) / (curve_right - 1 - curve_left); }
int row_of(double opacity) {
    return curve_bottom - 1 - static_cast<int>(std::lround(opacity * (curve_bottom - 1 - curve_top)));
}

void draw_axes(Image &image, const TransferPlot &plot) {
    for (int tenth = 0; tenth <= 10; tenth += 2) {
        const int row = row_of(tenth / 10.0);
        draw_line(image, curve_left, row, curve_right - 1, row, grid);
        draw_text(image, curve_left - 24, row - 4, plot_number(tenth / 10.0), plot_dim);
    }
    for (int quarter = 0; quarter <= 4; ++quarter) {
        const int column = curve_left + quarter * (curve_right - 1 - curve_left) / 4;
        const std::string text = plot_number(std::lerp(plot.range.min, plot.range.max, quarter / 4.0));
        const int length = 6 * static_cast<int>(text.size());
        draw_line(image, column, curve_bottom, column, curve_bottom + 4, plot_dim);
        draw_text(image, std::clamp(column - length / 2, 2, plot_width - length - 2), bar_bottom + 8, text, plot_dim);
    }
}

} // namespace

std::string plot_number(double value) { return fmt::format("{:.4g}", value); }

glm::dvec4 TransferPlot::at(double x) const { return transfer.evaluate(std::lerp(range.min, range.max, x)); }

std::vector<double> TransferPlot::log_counts(int parts) const {
    std::vector<double> counts(static_cast<std::size_t>(parts));
    for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin) {
        const double x = (histogram.bin_center(bin) - range.min) / (range.max - range.min);
        const int part = std::clamp(static_cast<int>(x * parts), 0, parts - 1);
        counts[static_cast<std::size_t>(part)] += static_cast<double>(histogram.counts[bin]);
    }
    double largest = 0.0;
    for (double &count : counts) {
        count = std::log1p(count);
        largest = std::max(largest, count);
    }
    for (double &count : counts) {
        count = largest > 0.0 ? count / largest : 0.0;
    }
    return counts;
}

TransferPlot plot_of(const TransferFunction &told) {
    TransferFunction transfer = told;
    if (told.opacity_distance > 0.0) {
        transfer.voxel_length = told.opacity_distance; // of no volume: opacities as they are told
    }
    if (transfer.domain == TransferDomain::normalised) {
        return {transfer, {0.0, 1.0}, {}};
    }
    ValueRange range{std::min(transfer.colors.front().scalar, transfer.opacities.front().scalar),
                     std::max(transfer.colors.back().scalar, transfer.opacities.back().scalar)};
    for (const TransferWidget &widget : transfer.widgets) {
        range = {std::min(range.min, widget.scalar_low), std::max(range.max, widget.scalar_high)};
    }
    return {transfer, default_window(ScalarType::f32, range), {}};
}

TransferPlot plot_of(const TransferFunction &transfer, const VolumeHeader &header, Histogram histogram) {
    const ValueRange window = default_window(header.type, histogram.data_range);
    return {over_grid(over_values(transfer, window), header.grid), window, std::move(histogram)};
}

Image draw_plot(const TransferPlot &plot) {
    Image image = make_image(plot_width, plot_height, plot_paper);
    draw_text(image, curve_left, 10,
              plot.transfer.name + ": opacity per voxel length" +
                  (plot.histogram.counts.empty() ? "" : ", voxels (logarithmic)"),
              plot_ink);
    // A whole number of bins to each bar: else every other bar would hold one more.
    const int bins = std::max(1, static_cast<int>(plot.histogram.counts.size()));
    const int parts = bins / ((bins + curve_right - curve_left - 1) / (curve_right - curve_left));
    const std::vector<double> counts = plot.log_counts(parts);
    for (int x = curve_left; x < curve_right; ++x) {
        const int part = std::min(parts - 1, static_cast<int>(share_of(x) * parts));
        fill_rectangle(image, x, row_of(counts[static_cast<std::size_t>(part)]), x + 1, curve_bottom, bars);
    }
    draw_axes(image, plot);
    for (int x = curve_left; x < curve_right; ++x) {
        const glm::dvec4 color = plot.at(share_of(x));
        fill_rectangle(image, x, bar_top, x + 1, bar_bottom, bytes_of(color));
        if (x + 1 < curve_right) {
            const double next = plot.at(share_of(x + 1)).a;
            for (const int thickness : {0, 1}) {
                draw_line(image, x, row_of(color.a) - thickness, x + 1, row_of(next) - thickness, plot_ink);
            }
        }
    }
    return image;
}

std::string plot_text(const TransferPlot &plot, bool ansi_colors) {
    constexpr int columns = 64, rows = 12;
    const std::vector<double> counts = plot.log_counts(columns);
    std::string text;
    for (int row = rows; row >= 0; --row) {
        std::string line(columns, row == 0 ? '_' : ' ');
        for (int x = 0; x < columns; ++x) {
            const auto place = static_cast<std::size_t>(x);
            const double opacity = plot.at((x + 0.5) / columns).a;
            if (std::lround(opacity * rows) == row) {
                line[place] = '*';
            } else if (!plot.histogram.counts.empty() && counts[place] > 0.0 && counts[place] * rows >= row) {
                line[place] = ':';
            }
        }
        const bool labelled = row % (rows / 2) == 0;
        text += fmt::format("{:>5} |{}\n", labelled ? plot_number(static_cast<double>(row) / rows) : "", line);
    }
    if (ansi_colors) {
        text += "       ";
        for (int x = 0; x < columns; ++x) {
            const Rgb color = bytes_of(plot.at((x + 0.5) / columns));
            text += fmt::format("\x1b[48;2;{};{};{}m ", color[0], color[1], color[2]);
        }
        text += "\x1b[0m\n";
    }
    const std::string low = plot_number(plot.range.min), high = plot_number(plot.range.max);
    return text + fmt::format("       {}{:>{}}\n", low, high, columns - static_cast<int>(low.size()));
}

} // namespace voxmarch
