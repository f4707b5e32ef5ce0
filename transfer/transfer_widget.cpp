// The shapes of widgets in the plane of scalar and gradient magnitude.
#include "transfer/transfer_function.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace voxmarch {

namespace {

/// 1 where `way`, a share of the way from the border to the middle, is beyond the edge, 0 on the border and outside.
double soft(double way, double edge) { return edge > 0.0 ? std::clamp(way / edge, 0.0, 1.0) : way > 0.0 ? 1.0 : 0.0; }

/// Share of the way to the middle of [low, high]; below 0 outside.
double way_in(double x, double low, double high) { return std::min(x - low, high - x) / (0.5 * (high - low)); }

double rectangle(const TransferWidget &widget, double scalar, double gradient) {
    // Mirroring the interval about 0 leaves the side at gradient 0 without a fall-off.
    const double low = widget.gradient_low > 0.0 ? widget.gradient_low : -widget.gradient_high;
    const double half = 0.5 * (widget.gradient_high - widget.gradient_low);
    const double upwards = std::min(gradient - low, widget.gradient_high - gradient) / half;
    const double edge = edge_of(widget);
    return std::min(soft(way_in(scalar, widget.scalar_low, widget.scalar_high), edge), soft(upwards, edge));
}

double triangle(const TransferWidget &widget, double scalar, double gradient) {
    const double height = (gradient - widget.gradient_low) / (widget.gradient_high - widget.gradient_low);
    if (!(height > 0.0 && height <= 1.0)) {
        return 0.0;
    }
    const double middle = std::midpoint(widget.scalar_low, widget.scalar_high);
    const double half_width = (widget.scalar_high - middle) * height;
    return half_width > 0.0 ? soft(1.0 - std::abs(scalar - middle) / half_width, edge_of(widget)) : 0.0;
}

/// Kniss, Premoze, Ikits, Lefohn, Hansen and Praun 2003, equation 1, with the axes of the plane.
double gaussian(const TransferWidget &widget, double scalar, double gradient) {
    const glm::dvec2 way{1.0 - way_in(scalar, widget.scalar_low, widget.scalar_high),
                         1.0 - way_in(gradient, widget.gradient_low, widget.gradient_high)};
    const double square = glm::dot(way, way);
    return square < 1.0 ? std::exp(-0.5 * gaussian_reach * gaussian_reach * square) : 0.0;
}

double distance_to(glm::dvec2 place, glm::dvec2 from, glm::dvec2 to) {
    const glm::dvec2 side = to - from;
    const double length = glm::dot(side, side);
    const double share = length > 0.0 ? std::clamp(glm::dot(place - from, side) / length, 0.0, 1.0) : 0.0;
    return glm::length(place - from - share * side);
}

/// Inside is what a ray to the right leaves through an odd number of sides; distances are those of the unit square that
/// the box is.
double polygon(const TransferWidget &widget, double scalar, double gradient) {
    const glm::dvec2 place{(scalar - widget.scalar_low) / (widget.scalar_high - widget.scalar_low),
                           (gradient - widget.gradient_low) / (widget.gradient_high - widget.gradient_low)};
    bool inside = false;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < widget.corners.size(); ++i) {
        const glm::dvec2 from = widget.corners[i], to = widget.corners[(i + 1) % widget.corners.size()];
        if ((from.y > place.y) != (to.y > place.y) &&
            place.x < from.x + (to.x - from.x) * (place.y - from.y) / (to.y - from.y)) {
            inside = !inside;
        }
        // As of a rectangle, the side at gradient 0 has nothing beyond it.
        if (widget.gradient_low > 0.0 || from.y > 0.0 || to.y > 0.0) {
            nearest = std::min(nearest, distance_to(place, from, to));
        }
    }
    return inside ? soft(2.0 * nearest, edge_of(widget)) : 0.0;
}

/// The gradient magnitude at which the widget is most opaque, whatever the scalar.
double best_gradient(const TransferWidget &widget) {
    return widget.shape == WidgetShape::triangle ? widget.gradient_high
                                                 : std::midpoint(widget.gradient_low, widget.gradient_high);
}

/// Upper bound over all gradients.
double largest_at(const TransferWidget &widget, double scalar) {
    if (widget.shape == WidgetShape::polygon) {
        return scalar > widget.scalar_low && scalar < widget.scalar_high ? widget.opacity : 0.0;
    }
    return widget.opacity_at(scalar, best_gradient(widget));
}

} // namespace

double edge_of(const TransferWidget &widget) {
    return widget.edge.value_or(widget.shape == WidgetShape::triangle ? 1.0 : 0.2);
}

double TransferWidget::opacity_at(double scalar, double gradient) const {
    switch (shape) {
    case WidgetShape::rectangle: return opacity * rectangle(*this, scalar, gradient);
    case WidgetShape::triangle: return opacity * triangle(*this, scalar, gradient);
    case WidgetShape::gaussian: return opacity * gaussian(*this, scalar, gradient);
    case WidgetShape::polygon: break;
    }
    return opacity * polygon(*this, scalar, gradient);
}

double TransferFunction::max_opacity_over_gradients(double scalar) const {
    if (widgets.empty()) {
        const double largest = largest_factor(std::numeric_limits<double>::infinity());
        TransferFunction scaled = *this;
        for (OpacityPoint &point : scaled.opacities) {
            point.opacity *= largest;
        }
        return scaled.evaluate(scalar).a;
    }
    double transmittance = 1.0;
    for (const TransferWidget &widget : widgets) {
        transmittance *= 1.0 - largest_at(widget, scalar);
    }
    return drawn_opacity(1.0 - transmittance);
}

} // namespace voxmarch
