// Looks a function up over ranges of values, by its opacity and by the colours that projections draw.
#include "renderer/visible_values.h"

#include "renderer/projection.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace voxmarch {

namespace {

/// Share of the largest difference that something in a projection must exceed to be an object.
constexpr double clear_share = 0.1;

/// From this opacity per voxel length on a single voxel is clearly seen; fainter ones are if there are many.
constexpr double certain_opacity = 0.1;

constexpr double lowest = std::numeric_limits<double>::lowest();

/// Opacity of a function without widgets at a value; at a step that of the later point.
double opacity_at(const std::vector<OpacityPoint> &points, double value) {
    const auto after = std::upper_bound(points.begin(), points.end(), value,
                                        [](double v, const OpacityPoint &point) { return v < point.scalar; });
    if (after == points.begin()) {
        return points.front().opacity;
    }
    const OpacityPoint &before = *(after - 1);
    if (after == points.end() || before.scalar == value) {
        return before.opacity;
    }
    return std::lerp(before.opacity, after->opacity, (value - before.scalar) / (after->scalar - before.scalar));
}

/// Colour that a projection draws for a value, as far as it covers the background.
glm::dvec3 drawn_color(const TransferFunction &transfer, double of_opacity, double always, double value) {
    const glm::dvec4 color = transfer.evaluate(value);
    return glm::dvec3(color) * std::min(color.w * of_opacity + always, 1.0);
}

} // namespace

double largest_opacity(const TransferFunction &transfer, double low, double high) {
    double largest = 0.0;
    if (!transfer.widgets.empty()) {
        for (const TransferWidget &widget : transfer.widgets) {
            const bool reached = widget.scalar_low < high && widget.scalar_high > low;
            largest =
                reached && widget.gradient_low <= 2.0 * (high - low) ? std::max(largest, widget.opacity) : largest;
        }
        return largest;
    }
    const std::vector<OpacityPoint> &points = transfer.opacities;
    largest = std::max(opacity_at(points, low), opacity_at(points, high));
    const auto before = [](const OpacityPoint &point, double value) { return point.scalar < value; };
    for (auto point = std::lower_bound(points.begin(), points.end(), low, before);
         low < high && point != points.end() && point->scalar <= high; ++point) {
        largest = std::max(largest, point->opacity);
    }
    return low < high ? largest * transfer.largest_factor(2.0 * (high - low)) : largest;
}

VisibleValues::VisibleValues(const TransferFunction &transfer, const RenderSettings &settings, Visible visible)
    : transfer_(transfer), projects_(settings.blend != Blend::composite),
      all_(projects_ && (visible == Visible::at_all || settings.blend == Blend::minip || !transfer.widgets.empty())),
      more_than_(visible == Visible::at_all ? 0.0 : 0.5 / 255.0) {
    if (!projects_ || all_) {
        return;
    }
    const ProjectionStrength strength = projection_strength(transfer, settings.blend);
    of_opacity_ = strength.of_opacity;
    always_ = strength.always;
    lower_end_ = drawn_color(transfer, of_opacity_, always_, lowest);
    const auto add = [&](double scalar) {
        points_.push_back({scalar, std::max(difference(scalar), difference(std::nextafter(scalar, lowest)))});
    };
    for (const ColorPoint &point : transfer.colors) {
        add(point.scalar);
    }
    for (const OpacityPoint &point : transfer.opacities) {
        add(point.scalar);
    }
    std::ranges::sort(points_, {}, &Point::scalar);
    more_than_ = clear_share * std::ranges::max(points_, {}, &Point::difference).difference;
}

double VisibleValues::difference(double value) const {
    const glm::dvec3 apart = glm::abs(drawn_color(transfer_, of_opacity_, always_, value) - lower_end_);
    return std::max({apart.r, apart.g, apart.b});
}

bool VisibleValues::any_opacity(const PartValues &part) const {
    const double largest = largest_opacity(transfer_, part.low, part.high);
    if (largest <= more_than_ || largest >= certain_opacity || more_than_ == 0.0 || !transfer_.widgets.empty()) {
        return largest > more_than_;
    }
    return largest_opacity(transfer_, part.mean, part.mean) > more_than_; // the tail of noise is not
}

bool VisibleValues::any(const PartValues &part) const {
    if (all_) {
        return true;
    }
    if (!projects_) {
        return any_opacity(part);
    }
    const double low = part.low, high = part.high;
    const auto first = std::ranges::upper_bound(points_, low, {}, &Point::scalar);
    const auto last = std::ranges::upper_bound(points_, high, {}, &Point::scalar);
    return difference(low) > more_than_ || difference(high) > more_than_ ||
           std::any_of(first, last, [&](const Point &point) { return point.difference > more_than_; });
}

} // namespace voxmarch
