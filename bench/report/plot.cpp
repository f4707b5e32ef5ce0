// Draws plots of lines and of bars as SVG.
#include "bench/report/plot.h"

#include "bench/report/page.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace voxmarch {

namespace {

/// Wide enough for two side by side on the page; text of 14 px stays readable where a phone makes it three quarters.
constexpr double width = 500.0, height = 340.0, left = 72.0, right = 18.0, bottom = 54.0, line_height = 19.0;
constexpr const char *ink = "#1b2430", *faint = "#e4e8ed";

/// One axis: from values to pixels, and where its marks are.
struct Axis {
    bool logarithmic;
    double low, high;          ///< values, or their log10
    std::vector<double> marks; ///< values

    double share(double value) const { return ((logarithmic ? std::log10(value) : value) - low) / (high - low); }
};

/// 1, 2 or 5 times a power of ten, about a fifth of `range`.
double round_step(double range) {
    const double power = std::pow(10.0, std::floor(std::log10(range / 5.0)));
    const double first = range / 5.0 / power;
    return power * (first <= 1.0 ? 1.0 : first <= 2.0 ? 2.0 : first <= 5.0 ? 5.0 : 10.0);
}

Axis make_axis(const LinePlot &plot, std::size_t dimension, bool logarithmic) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Series &series : plot.series) {
        for (const auto &point : series.points) {
            low = std::min(low, point[dimension]);
            high = std::max(high, point[dimension]);
        }
    }
    if (!(low <= high)) {
        return {logarithmic, 0.0, 1.0, {}};
    }
    Axis axis{logarithmic, low, high, {}};
    if (logarithmic) {
        const double margin = std::max(0.04, 0.06 * std::log10(high / low));
        axis.low = std::log10(low) - margin;
        axis.high = std::log10(high) + margin;
        const bool few = axis.high - axis.low > 2.2; // decades: powers of ten are enough
        for (int power = static_cast<int>(std::floor(axis.low)); power <= axis.high; ++power) {
            for (const double first : {1.0, 2.0, 5.0}) {
                const double value = first * std::pow(10.0, power), at = std::log10(value);
                if (at >= axis.low && at <= axis.high && (first == 1.0 || !few)) {
                    axis.marks.push_back(value);
                }
            }
        }
        return axis;
    }
    const double step = round_step(std::max(high - std::min(low, 0.0), 1e-9));
    axis.low = std::min(0.0, std::floor(low / step) * step);
    axis.high = std::ceil(high / step) * step;
    for (double value = axis.low; value <= axis.high + 0.5 * step; value += step) {
        axis.marks.push_back(value);
    }
    return axis;
}

/// 4096, 0.05, 1.7e7
std::string mark_text(double value) {
    if (std::abs(value) < 1e5) {
        return std::abs(value) < 1e-12 ? "0" : fmt::format("{:.6g}", value);
    }
    const auto power = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
    return fmt::format("{:.3g}e{}", value / std::pow(10.0, power), power);
}

std::string text_at(double x, double y, const std::string &anchor, const std::string &content,
                    const std::string &color = ink, const std::string &more = "") {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\" {}>{}</text>\n", x, y, anchor,
                       color, more, html_text(content));
}

std::string line(double x1, double y1, double x2, double y2, const char *color) {
    return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1, x2,
                       y2, color);
}

std::string legend(double y, const std::string &color, const std::string &name, bool dashed) {
    return fmt::format("<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{2:.1f}\" y2=\"{1:.1f}\" stroke=\"{3}\" "
                       "stroke-width=\"2.5\"{4}/>\n",
                       left, y - 5.0, left + 24.0, color, dashed ? " stroke-dasharray=\"4 3\"" : "") +
           text_at(left + 32.0, y, "start", name);
}

std::string open_svg(double h, const std::string &title) {
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
                       "role=\"img\" aria-label=\"{2}\">\n",
                       width, h, html_text(title)) +
           text_at(0.0, 16.0, "start", title, ink, "font-weight=\"600\" font-size=\"16\"");
}

LinePlot without_bad_points(LinePlot plot) {
    for (Series &series : plot.series) {
        std::erase_if(series.points, [&](const std::array<double, 2> &p) {
            return !std::isfinite(p[0]) || !std::isfinite(p[1]) || (plot.log_x && p[0] <= 0.0) ||
                   (plot.log_y && p[1] <= 0.0);
        });
    }
    std::erase_if(plot.series, [](const Series &series) { return series.points.empty(); });
    return plot;
}

} // namespace

PowerLaw fit_power(const Points &points) {
    double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    for (const auto &[px, py] : points) {
        if (px > 0.0 && py > 0.0) {
            const double lx = std::log(px), ly = std::log(py);
            n += 1.0;
            x += lx;
            y += ly;
            xx += lx * lx;
            xy += lx * ly;
        }
    }
    const double spread = n * xx - x * x;
    if (n < 2.0 || spread <= 1e-9 * n * xx) {
        return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
    }
    const double exponent = (n * xy - x * y) / spread;
    return {std::exp((y - exponent * x) / n), exponent};
}

std::string svg(const LinePlot &given) {
    const LinePlot plot = without_bad_points(given);
    const double top = 40.0 + line_height * static_cast<double>(plot.series.size()), full = height - 40.0 + top;
    const Axis xs = make_axis(plot, 0, plot.log_x), ys = make_axis(plot, 1, plot.log_y);
    const auto at_x = [&](double v) { return left + xs.share(v) * (width - left - right); };
    const auto at_y = [&](double v) { return full - bottom - ys.share(v) * (full - bottom - top); };
    std::string out = open_svg(full, plot.title);
    for (const double mark : ys.marks) {
        out += line(left, at_y(mark), width - right, at_y(mark), faint);
        out += text_at(left - 6.0, at_y(mark) + 5.0, "end", mark_text(mark));
    }
    double last = -1e9;
    for (const double mark : xs.marks) {
        out += line(at_x(mark), full - bottom, at_x(mark), full - bottom + 4.0, ink);
        if (at_x(mark) - last > 46.0) {
            out += text_at(at_x(mark), full - bottom + 19.0, "middle", mark_text(mark));
            last = at_x(mark);
        }
    }
    out += line(left, full - bottom, width - right, full - bottom, ink);
    out += text_at(0.5 * (left + width - right), full - 10.0, "middle", plot.x_label);
    const double middle = 0.5 * (top + full - bottom);
    out +=
        text_at(14.0, middle, "middle", plot.y_label, ink, fmt::format("transform=\"rotate(-90 14 {:.1f})\"", middle));
    double y = 40.0;
    for (const Series &series : plot.series) {
        std::string path, dots;
        for (const auto &[px, py] : series.points) {
            path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : " L", at_x(px), at_y(py));
            dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>", at_x(px), at_y(py),
                                series.color);
        }
        out += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}/>{}\n", path, series.color,
                           series.dashed ? " stroke-dasharray=\"4 3\"" : "", dots);
        out += legend(y, series.color, series.name, series.dashed);
        y += line_height;
    }
    return out + "</svg>\n";
}

std::string svg(const BarPlot &plot) {
    const std::size_t bars = plot.stacked ? 1 : plot.series.size();
    const double bar = bars > 1 ? 15.0 : 19.0, group = bar * static_cast<double>(bars) + 9.0;
    std::size_t longest = 0;
    double largest = plot.largest;
    for (const BarPlot::Group &g : plot.groups) {
        longest = std::max(longest, g.label.size());
        for (const double value : g.values) {
            largest = std::max(largest, std::isfinite(value) ? value : 0.0);
        }
    }
    const double from = std::min(226.0, 14.0 + 9.4 * static_cast<double>(longest)), space = width - from - 56.0;
    std::size_t widest = 0; // of the names of the series, two in a line where they fit
    for (const std::string &name : plot.series) {
        widest = std::max(widest, name.size());
    }
    const std::size_t columns = 26.0 + 8.5 * static_cast<double>(widest) < 0.5 * width ? 2 : 1;
    const double top = 28.0 + line_height * std::ceil(static_cast<double>(plot.series.size()) / double(columns));
    std::string out = open_svg(top + 8.0 + group * static_cast<double>(plot.groups.size()), plot.title);
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
        const double x = static_cast<double>(i % columns) * 0.5 * width;
        const double y = 40.0 + line_height * static_cast<double>(i / columns);
        out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"12\" fill=\"{}\"/>\n", x, y - 11.0,
                           plot.colors[i]);
        out += text_at(x + 18.0, y, "start", plot.series[i]);
    }
    double y = top + 8.0;
    for (const BarPlot::Group &g : plot.groups) {
        out += text_at(from - 8.0, y + 0.5 * bar * static_cast<double>(bars) + 5.0, "end", g.label);
        double whole = 0.0, x = from;
        for (const double value : g.values) {
            whole += std::isfinite(value) ? value : 0.0;
        }
        for (std::size_t i = 0; i < g.values.size(); ++i) {
            const double value = g.values[i], scale = plot.stacked ? whole : largest;
            const double length = std::isfinite(value) && scale > 0.0 ? value / scale * space : 0.0;
            out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x,
                               y, length, bar - 1.0, plot.colors[i]);
            if (plot.stacked) {
                x += length;
            } else {
                out += text_at(from + length + 4.0, y + bar - 2.5, "start", fixed_text(value, plot.digits));
                y += bar;
            }
        }
        y += plot.stacked ? group : group - bar * static_cast<double>(bars);
    }
    return out + "</svg>\n";
}

} // namespace voxmarch
