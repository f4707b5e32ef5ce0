// Joins and splits the lists of colours and opacities.
#include "transfer/formats/merged_points.h"

#include <algorithm>
#include <set>

namespace voxmarch {

namespace {

/// Limit of piecewise linear points from below: at a step the first of the equal scalars counts.
template <typename Point, typename Value>
Value from_below(const std::vector<Point> &points, Value Point::*value, double scalar) {
    const auto next =
        std::find_if(points.begin(), points.end(), [&](const Point &point) { return point.scalar >= scalar; });
    if (next == points.end()) {
        return points.back().*value;
    }
    if (next == points.begin() || next->scalar == scalar) {
        return (*next).*value;
    }
    const Point &before = *(next - 1);
    const double t = (scalar - before.scalar) / (next->scalar - before.scalar);
    return (before.*value) * (1.0 - t) + ((*next).*value) * t;
}

} // namespace

std::vector<MergedPoint> merged_points(const TransferFunction &transfer) {
    std::set<double> scalars;
    for (const ColorPoint &point : transfer.colors) {
        scalars.insert(point.scalar);
    }
    for (const OpacityPoint &point : transfer.opacities) {
        scalars.insert(point.scalar);
    }
    std::vector<MergedPoint> points;
    for (const double scalar : scalars) {
        points.push_back({scalar,
                          {from_below(transfer.colors, &ColorPoint::color, scalar),
                           from_below(transfer.opacities, &OpacityPoint::opacity, scalar)},
                          transfer.evaluate(scalar)});
    }
    return points;
}

void set_points(TransferFunction &transfer, std::vector<MergedPoint> points) {
    std::stable_sort(points.begin(), points.end(),
                     [](const MergedPoint &a, const MergedPoint &b) { return a.scalar < b.scalar; });
    transfer.colors.clear();
    transfer.opacities.clear();
    for (const MergedPoint &point : points) {
        transfer.colors.push_back({point.scalar, glm::dvec3(point.left)});
        transfer.opacities.push_back({point.scalar, point.left.a});
        if (glm::dvec3(point.left) != glm::dvec3(point.right)) {
            transfer.colors.push_back({point.scalar, glm::dvec3(point.right)});
        }
        if (point.left.a != point.right.a) {
            transfer.opacities.push_back({point.scalar, point.right.a});
        }
    }
}

void cut_opacity(TransferFunction &transfer, double low, double high) {
    const double at_low = transfer.evaluate(low).a;
    const double at_high = from_below(transfer.opacities, &OpacityPoint::opacity, high);
    std::vector<OpacityPoint> kept{{low, 0.0}, {low, at_low}};
    for (const OpacityPoint &point : transfer.opacities) {
        if (point.scalar > low && point.scalar < high) {
            kept.push_back(point);
        }
    }
    kept.insert(kept.end(), {{high, at_high}, {high, 0.0}});
    transfer.opacities = std::move(kept);
}

std::vector<OpacityPoint> opacity_ramp(const std::vector<ColorPoint> &colors) {
    return {{colors.front().scalar, 0.0}, {colors.back().scalar, 0.5}};
}

} // namespace voxmarch
