// Curves as VTK has them, whose nodes bend the way to the next one by a midpoint and a sharpness.
#pragma once

#include "transfer/transfer_function.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace voxmarch {

/// How a VTK curve goes from one node to the next: half of the change is done at `midpoint` (0 .. 1 of the way);
/// `sharpness` 0 is linear, 1 a jump there (vtkPiecewiseFunction).
struct VtkBend {
    double midpoint = 0.5;
    double sharpness = 0.0;
};

/// The share (0 .. 1) of the change that is done at `s` (0 .. 1) of the way.
double vtk_progress(double s, VtkBend bend);

/// Where (ascending, within 0 .. 1) a linear curve needs points of its own to follow the bend; a place that comes twice
/// is the jump of a sharp bend. Empty for the default bend.
std::vector<double> vtk_bend_places(VtkBend bend);

template <typename Point> struct VtkNode {
    Point point;
    VtkBend bend;
};

/// Linear points that follow VTK's curve through the nodes, sorted first as VTK does.
template <typename Point, typename Value>
std::vector<Point> unbent(std::vector<VtkNode<Point>> nodes, Value Point::*value) {
    std::stable_sort(nodes.begin(), nodes.end(),
                     [](const auto &a, const auto &b) { return a.point.scalar < b.point.scalar; });
    std::vector<Point> points;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        points.push_back(nodes[i].point);
        if (i + 1 == nodes.size() || nodes[i].point.scalar == nodes[i + 1].point.scalar) {
            continue;
        }
        const Point &from = nodes[i].point, &to = nodes[i + 1].point;
        double before = -1.0;
        for (const double s : vtk_bend_places(nodes[i].bend)) {
            // The second of two equal places lies beyond the jump.
            const double progress = s == before                      ? 1.0
                                    : nodes[i].bend.sharpness > 0.99 ? 0.0
                                                                     : vtk_progress(s, nodes[i].bend);
            Point point;
            point.scalar = std::lerp(from.scalar, to.scalar, s);
            point.*value = (from.*value) * (1.0 - progress) + (to.*value) * progress;
            points.push_back(point);
            before = s;
        }
    }
    return points;
}

/// VTK's gradient opacity: its curve goes on below 0 as above. Empty where it changes nothing.
std::vector<GradientPoint> gradient_points(const std::vector<OpacityPoint> &curve);

/// The same points as VTK has them.
std::vector<OpacityPoint> opacity_points(const std::vector<GradientPoint> &points);

/// VTK keeps one node for each scalar: the first point of a step moves down by a millionth of the list's length.
template <typename Point> std::vector<Point> without_steps(std::vector<Point> points) {
    const double length = points.back().scalar - points.front().scalar;
    const double gap = length > 0.0 ? 1e-6 * length : 1e-6;
    for (std::size_t i = points.size(); i-- > 1;) {
        points[i - 1].scalar = std::min(points[i - 1].scalar, points[i].scalar - gap);
    }
    return points;
}

} // namespace voxmarch
