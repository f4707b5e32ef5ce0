// Lists of points blended one by one, or at the places of both.
#include "transfer/blend.h"

#include "base/mix.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace voxmarch {

namespace {

/// What a piecewise linear list approaches from below a place, or has from there on.
/// @param At, Value  members of the points
template <auto At, auto Value, typename Point>
auto value_beside(const std::vector<Point> &points, double place, bool below) {
    const auto next =
        below ? std::ranges::lower_bound(points, place, {}, At) : std::ranges::upper_bound(points, place, {}, At);
    if (next == points.begin()) {
        return points.front().*Value;
    }
    if (next == points.end()) {
        return points.back().*Value;
    }
    const Point &before = *std::prev(next);
    return mixed(before.*Value, (*next).*Value, (place - before.*At) / ((*next).*At - before.*At));
}

/// Where lists have points, each place once.
template <auto At, typename Point>
std::vector<double> places_of(const std::vector<Point> &a, const std::vector<Point> &b) {
    std::vector<double> places;
    std::ranges::transform(a, std::back_inserter(places), At);
    std::ranges::transform(b, std::back_inserter(places), At);
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

template <auto At, auto Value, typename Point>
std::vector<Point> blended_points(const std::vector<Point> &a, const std::vector<Point> &b, double share) {
    std::vector<Point> points;
    if (a.size() == b.size()) {
        for (std::size_t i = 0; i < a.size(); ++i) {
            Point &point = points.emplace_back(a[i]);
            point.*At = mixed(a[i].*At, b[i].*At, share);
            point.*Value = mixed(a[i].*Value, b[i].*Value, share);
        }
        return points;
    }
    for (const double place : places_of<At>(a, b)) {
        const auto at = [&](bool below) {
            return mixed(value_beside<At, Value>(a, place, below), value_beside<At, Value>(b, place, below), share);
        };
        Point point;
        point.*At = place;
        point.*Value = at(true);
        points.push_back(point);
        if (point.*Value != at(false)) { // a step
            point.*Value = at(false);
            points.push_back(point);
        }
    }
    return points;
}

/// Without points the factor is 1.
std::vector<GradientPoint> blended_factors(std::vector<GradientPoint> a, std::vector<GradientPoint> b, double share) {
    if (a.empty() && b.empty()) {
        return {};
    }
    for (std::vector<GradientPoint> *points : {&a, &b}) {
        if (points->empty()) {
            points->push_back({});
        }
    }
    return blended_points<&GradientPoint::gradient, &GradientPoint::factor>(a, b, share);
}

std::vector<MaterialPoint> blended_materials(const std::vector<MaterialPoint> &a, const std::vector<MaterialPoint> &b,
                                             double share) {
    if (a.size() != b.size()) {
        return share < 0.5 ? a : b;
    }
    std::vector<MaterialPoint> points = a;
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (const auto member : {&MaterialPoint::scalar, &MaterialPoint::ambient, &MaterialPoint::diffuse,
                                  &MaterialPoint::specular, &MaterialPoint::shininess}) {
            points[i].*member = mixed(a[i].*member, b[i].*member, share);
        }
    }
    return points;
}

/// Without points there is none.
std::vector<EmissionPoint> blended_emissions(std::vector<EmissionPoint> a, std::vector<EmissionPoint> b, double share) {
    if (a.empty() && b.empty()) {
        return {};
    }
    for (const auto &[points, others] : {std::pair{&a, &b}, {&b, &a}}) {
        if (points->empty()) {
            points->push_back({others->front().scalar, 0.0});
        }
    }
    std::vector<EmissionPoint> points = blended_points<&EmissionPoint::scalar, &EmissionPoint::emission>(a, b, share);
    return points.size() > emission_point_limit ? (share < 0.5 ? a : b) : points;
}

bool match(const TransferWidget &a, const TransferWidget &b) {
    return a.shape == b.shape && a.corners.size() == b.corners.size();
}

TransferWidget blended_widget(const TransferWidget &a, const TransferWidget &b, double share) {
    TransferWidget widget = a;
    for (const auto member : {&TransferWidget::scalar_low, &TransferWidget::scalar_high, &TransferWidget::gradient_low,
                              &TransferWidget::gradient_high, &TransferWidget::opacity}) {
        widget.*member = mixed(a.*member, b.*member, share);
    }
    widget.color = mixed(a.color, b.color, share);
    if (a.edge != b.edge) {
        widget.edge = mixed(edge_of(a), edge_of(b), share);
    }
    for (std::size_t i = 0; i < a.corners.size(); ++i) {
        widget.corners[i] = mixed(a.corners[i], b.corners[i], share);
    }
    return widget;
}

std::vector<TransferWidget> blended_widgets(const std::vector<TransferWidget> &a, const std::vector<TransferWidget> &b,
                                            double share) {
    std::vector<TransferWidget> widgets;
    if (std::ranges::equal(a, b, match)) {
        std::ranges::transform(a, b, std::back_inserter(widgets),
                               [&](const auto &one, const auto &other) { return blended_widget(one, other, share); });
        return widgets;
    }
    const auto add = [&](TransferWidget widget, double part) {
        widget.opacity *= part;
        widgets.push_back(std::move(widget));
    };
    std::ranges::for_each(a, [&](const TransferWidget &widget) { add(widget, 1.0 - share); });
    std::ranges::for_each(b, [&](const TransferWidget &widget) { add(widget, share); });
    return widgets;
}

/// Whether there is something between them.
bool can_blend(const TransferFunction &a, const TransferFunction &b) {
    return a.domain == b.domain && a.widgets.empty() == b.widgets.empty() && a.unit_distance == b.unit_distance &&
           (a.opacity_distance > 0.0) == (b.opacity_distance > 0.0);
}

} // namespace

TransferFunction blended(const TransferFunction &a, const TransferFunction &b, double share) {
    const TransferFunction &nearer = share < 0.5 ? a : b;
    if (share <= 0.0 || share >= 1.0 || a == b || !can_blend(a, b)) {
        return nearer;
    }
    TransferFunction result = nearer;
    result.colors = blended_points<&ColorPoint::scalar, &ColorPoint::color>(a.colors, b.colors, share);
    result.opacities = blended_points<&OpacityPoint::scalar, &OpacityPoint::opacity>(a.opacities, b.opacities, share);
    result.gradient_opacities = blended_factors(a.gradient_opacities, b.gradient_opacities, share);
    result.materials = blended_materials(a.materials, b.materials, share);
    result.emissions = blended_emissions(a.emissions, b.emissions, share);
    result.widgets = blended_widgets(a.widgets, b.widgets, share);
    result.opacity_distance = mixed(a.opacity_distance, b.opacity_distance, share);
    return result;
}

} // namespace voxmarch
