// Evaluates transfer functions of two quantities: scalar and gradient magnitude.
#include "transfer/transfer_function.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace voxmarch {

namespace {

/// 1 in the middle of [low, high], falling linearly to 0 over the outer tenth of each side.
double plateau(double x, double low, double high) {
    return std::clamp(std::min(x - low, high - x) / (0.1 * (high - low)), 0.0, 1.0);
}

double rectangle(const TransferWidget &widget, double scalar, double gradient) {
    // Mirroring the interval about 0 leaves the side at gradient 0 without a fall-off.
    const double gradient_low = widget.gradient_low > 0.0 ? widget.gradient_low : -widget.gradient_high;
    const double fall_off = 0.1 * (widget.gradient_high - widget.gradient_low);
    const double inside = std::min(gradient - gradient_low, widget.gradient_high - gradient) / fall_off;
    return std::min(plateau(scalar, widget.scalar_low, widget.scalar_high), std::clamp(inside, 0.0, 1.0));
}

double triangle(const TransferWidget &widget, double scalar, double gradient) {
    const double height = (gradient - widget.gradient_low) / (widget.gradient_high - widget.gradient_low);
    if (!(height > 0.0 && height <= 1.0)) {
        return 0.0;
    }
    const double middle = std::midpoint(widget.scalar_low, widget.scalar_high);
    const double half_width = (widget.scalar_high - middle) * height;
    return half_width > 0.0 ? std::max(0.0, 1.0 - std::abs(scalar - middle) / half_width) : 0.0;
}

/// The gradient magnitude at which the widget is most opaque, whatever the scalar.
double best_gradient(const TransferWidget &widget) {
    return widget.shape == WidgetShape::triangle ? widget.gradient_high
                                                 : std::midpoint(widget.gradient_low, widget.gradient_high);
}

} // namespace

double TransferWidget::opacity_at(double scalar, double gradient) const {
    return opacity *
           (shape == WidgetShape::triangle ? triangle(*this, scalar, gradient) : rectangle(*this, scalar, gradient));
}

glm::dvec4 TransferFunction::evaluate(double scalar, double gradient) const {
    if (widgets.empty()) {
        return evaluate(scalar);
    }
    glm::dvec3 weighted{0.0};
    double weight = 0.0;
    double transmittance = 1.0;
    for (const TransferWidget &widget : widgets) {
        const double opacity = widget.opacity_at(scalar, gradient * unit_distance);
        weighted += opacity * widget.color;
        weight += opacity;
        transmittance *= 1.0 - opacity;
    }
    return {weight > 0.0 ? weighted / weight : widgets.front().color, drawn_opacity(1.0 - transmittance)};
}

double TransferFunction::max_opacity_over_gradients(double scalar) const {
    if (widgets.empty()) {
        return evaluate(scalar).a;
    }
    double transmittance = 1.0;
    for (const TransferWidget &widget : widgets) {
        transmittance *= 1.0 - widget.opacity_at(scalar, best_gradient(widget));
    }
    return drawn_opacity(1.0 - transmittance);
}

} // namespace voxmarch
