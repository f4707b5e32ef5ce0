// Plots of transfer functions of scalar and gradient magnitude.
#include "app/cli/transfer_plane.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace voxmarch {

namespace {

constexpr int plane_left = 64, plane_right = 624, plane_top = 28, plane_bottom = 322;

/// What the plane shows at shares 0 .. 1 of both axes.
struct Plane {
    const TransferPlot &plot;
    const JointHistogram &joint;
    double gradient_end = largest_gradient(plot.transfer);
    double most_opaque = 0.0;

    Plane(const TransferPlot &shown, const JointHistogram &counted) : plot(shown), joint(counted) {
        constexpr int steps = 256;
        for (int i = 0; i <= steps; ++i) {
            const double scalar = std::lerp(plot.range.min, plot.range.max, double(i) / steps);
            most_opaque = std::max(most_opaque, plot.transfer.max_opacity_over_gradients(scalar));
        }
        count();
    }

    /// Opacity as a share of the largest.
    glm::dvec4 color(double x, double y) const {
        glm::dvec4 color = plot.transfer.evaluate(std::lerp(plot.range.min, plot.range.max, x), y * gradient_end);
        color.a = most_opaque > 0.0 ? std::min(1.0, color.a / most_opaque) : 0.0;
        return color;
    }

    /// Voxels around there, the logarithm as a share of the largest.
    double share(double x, double y) const {
        const int column = std::min(columns - 1, static_cast<int>(x * columns));
        const int row = std::min(rows - 1, static_cast<int>(y * rows));
        return shares[std::size_t(row) * columns + std::size_t(column)];
    }

private:
    static constexpr int columns = 128, rows = 64;
    std::vector<double> shares = std::vector<double>(std::size_t{columns} * rows);

    void count() {
        const auto part = [](double low, double high, int i, int parts) {
            return ValueRange{std::lerp(low, high, double(i) / parts), std::lerp(low, high, (i + 1.0) / parts)};
        };
        double fullest = 1.0;
        for (int i = 0; i < columns * rows; ++i) {
            const double voxels = joint.voxels(part(plot.range.min, plot.range.max, i % columns, columns),
                                               part(0.0, gradient_end, i / columns, rows));
            shares[std::size_t(i)] = std::log1p(voxels);
            fullest = std::max(fullest, shares[std::size_t(i)]);
        }
        for (double &share : shares) {
            share /= fullest;
        }
    }
};

int column_of(const Plane &plane, double scalar) {
    const ValueRange &range = plane.plot.range;
    return plane_left + static_cast<int>(std::lround((scalar - range.min) / (range.max - range.min) *
                                                     (plane_right - 1 - plane_left)));
}
int row_of(const Plane &plane, double gradient) {
    return plane_bottom - 1 -
           static_cast<int>(std::lround(gradient / plane.gradient_end * (plane_bottom - 1 - plane_top)));
}

/// A closed line through places in the widget's box, shares of its sides.
void draw_closed(Image &image, const Plane &plane, const TransferWidget &widget,
                 const std::vector<glm::dvec2> &places) {
    const auto x_of = [&](glm::dvec2 at) {
        return column_of(plane, std::lerp(widget.scalar_low, widget.scalar_high, at.x));
    };
    const auto y_of = [&](glm::dvec2 at) {
        return std::min(row_of(plane, std::lerp(widget.gradient_low, widget.gradient_high, at.y)), plane_bottom - 1);
    };
    for (std::size_t i = 0; i < places.size(); ++i) {
        const glm::dvec2 from = places[i], to = places[(i + 1) % places.size()];
        draw_line(image, x_of(from), y_of(from), x_of(to), y_of(to), plot_ink);
    }
}

void draw_outline(Image &image, const Plane &plane, const TransferWidget &widget) {
    if (widget.shape == WidgetShape::polygon) {
        draw_closed(image, plane, widget, widget.corners);
        return;
    }
    if (widget.shape == WidgetShape::gaussian) { // at two sigmas
        std::vector<glm::dvec2> ellipse;
        for (int i = 0; i < 48; ++i) {
            const double angle = i * std::numbers::pi / 24.0;
            ellipse.push_back(0.5 + glm::dvec2(std::cos(angle), std::sin(angle)) / gaussian_reach);
        }
        draw_closed(image, plane, widget, ellipse);
        return;
    }
    const int x0 = column_of(plane, widget.scalar_low), x1 = column_of(plane, widget.scalar_high);
    const int y0 = row_of(plane, widget.gradient_low), y1 = row_of(plane, widget.gradient_high);
    const bool is_rectangle = widget.shape == WidgetShape::rectangle;
    const int foot0 = is_rectangle ? x0 : (x0 + x1) / 2, foot1 = is_rectangle ? x1 : (x0 + x1) / 2;
    draw_line(image, x0, y1, x1, y1, plot_ink);
    draw_line(image, foot0, y0, x0, y1, plot_ink);
    draw_line(image, foot1, y0, x1, y1, plot_ink);
    draw_line(image, foot0, y0, foot1, y0, plot_ink);
}

void draw_axes(Image &image, const Plane &plane) {
    for (int quarter = 0; quarter <= 4; ++quarter) {
        const double share = quarter / 4.0;
        const int column = plane_left + static_cast<int>(share * (plane_right - 1 - plane_left));
        const std::string scalar = plot_number(std::lerp(plane.plot.range.min, plane.plot.range.max, share));
        const std::string gradient = plot_number(share * plane.gradient_end);
        const int length = 6 * static_cast<int>(scalar.size());
        draw_line(image, column, plane_bottom, column, plane_bottom + 4, plot_dim);
        draw_text(image, std::clamp(column - length / 2, 2, plot_width - length - 2), plane_bottom + 8, scalar,
                  plot_dim);
        const int row = row_of(plane, share * plane.gradient_end);
        draw_line(image, plane_left - 5, row, plane_left - 1, row, plot_dim);
        draw_text(image, plane_left - 8 - 6 * static_cast<int>(gradient.size()), row - 4, gradient, plot_dim);
    }
    draw_text(image, plane_left, plane_bottom + 22, "scalar", plot_dim);
}

} // namespace

double largest_gradient(const TransferFunction &transfer) {
    double largest = 0.0;
    for (const TransferWidget &widget : transfer.widgets) {
        largest = std::max(largest, widget.gradient_high);
    }
    if (transfer.widgets.empty() && !transfer.gradient_opacities.empty()) {
        largest = transfer.gradient_opacities.back().gradient / transfer.mean_spacing;
    }
    return largest > 0.0 ? 1.1 * largest : 1.0;
}

Image draw_plane(const TransferPlot &plot, const JointHistogram &joint) {
    const Plane plane(plot, joint);
    Image image = make_image(plot_width, plot_height, plot_paper);
    draw_text(image, plane_left, 10,
              plot.transfer.name + ": gradient magnitude per voxel length over scalar" +
                  (joint.columns > 0 ? ", voxels (logarithmic)" : ""),
              plot_ink);
    for (int y = plane_top; y < plane_bottom; ++y) {
        for (int x = plane_left; x < plane_right; ++x) {
            const double across = static_cast<double>(x - plane_left) / (plane_right - 1 - plane_left);
            const double upwards = static_cast<double>(plane_bottom - 1 - y) / (plane_bottom - 1 - plane_top);
            const glm::dvec4 color = plane.color(across, upwards);
            const glm::dvec3 behind =
                glm::mix(glm::dvec3(0.13, 0.13, 0.15), glm::dvec3(0.62, 0.68, 0.80), plane.share(across, upwards));
            const glm::dvec3 seen = glm::mix(behind, glm::dvec3(color), 0.75 * color.a);
            const auto byte = [](double part) { return static_cast<std::uint8_t>(std::lround(255.0 * part)); };
            set_pixel(image, x, y, {byte(seen.r), byte(seen.g), byte(seen.b)});
        }
    }
    for (const TransferWidget &widget : plot.transfer.widgets) {
        draw_outline(image, plane, widget);
    }
    draw_axes(image, plane);
    return image;
}

std::string plane_text(const TransferPlot &plot, const JointHistogram &joint) {
    constexpr int columns = 62, rows = 13;
    const Plane plane(plot, joint);
    std::string text = "gradient magnitude per voxel length\n";
    for (int row = rows - 1; row >= 0; --row) {
        const double y = row / (rows - 1.0);
        std::string line;
        for (int column = 0; column < columns; ++column) {
            const double x = (column + 0.5) / columns, opacity = plane.color(x, y).a, share = plane.share(x, y);
            line += opacity > 0.5   ? '#'
                    : opacity > 0.1 ? '+'
                    : opacity > 0.0 ? '-'
                    : share > 0.5   ? ':'
                    : share > 0.0   ? '.'
                                    : ' ';
        }
        text += fmt::format("{:>8} |{}\n", row % 6 == 0 ? plot_number(y * plane.gradient_end) : "", line);
    }
    const std::string low = plot_number(plot.range.min), high = plot_number(plot.range.max);
    return text + fmt::format("{:>10}{}{:>{}}  scalar\n", "", low, high, columns - static_cast<int>(low.size()));
}

} // namespace voxmarch
