// Plots of the report as SVG, and power laws fitted to measurements.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace voxmarch {

/// y = factor * x^exponent; NaN where fewer than two different x > 0 with y > 0 are known.
struct PowerLaw {
    double factor, exponent;
};

using Points = std::vector<std::array<double, 2>>;

/// Least squares of log y over log x. Points with x or y not above 0 are left out.
PowerLaw fit_power(const Points &points);

/// Colours of series: ours first.
constexpr const char *plot_colors[] = {"#1d5fa6", "#c2571a", "#3a8f5c", "#7a4fa3"};
constexpr const char *paper_color = "#8a919c";

struct Series {
    std::string name;
    Points points;
    std::string color;
    bool dashed = false;
};

/// Lines with markers over axes that are logarithmic if told so. Points that are not finite are left out, and, on
/// logarithmic axes, those not above 0.
struct LinePlot {
    std::string title, x_label, y_label; ///< labels with units
    bool log_x = true, log_y = true;
    std::vector<Series> series;
};
std::string svg(const LinePlot &plot);

/// Horizontal bars in groups, the value written at their ends.
struct BarPlot {
    struct Group {
        std::string label;
        std::vector<double> values; ///< one a series; NaN: no bar, a dash
    };
    std::string title;
    double largest = 0.0; ///< length of the axis; 0: the largest value
    int digits = 2;       ///< behind the point
    bool stacked = false; ///< parts of a whole, in per cent of their sum; nothing is written at the ends
    std::vector<std::string> series, colors;
    std::vector<Group> groups;
};
std::string svg(const BarPlot &plot);

} // namespace voxmarch
