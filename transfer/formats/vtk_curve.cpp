// VTK's midpoint and sharpness of a segment, as points of a polyline.
#include "transfer/formats/vtk_curve.h"

namespace voxmarch {

double vtk_progress(double s, VtkBend bend) {
    const double midpoint = std::clamp(bend.midpoint, 0.00001, 0.99999);
    s = s < midpoint ? 0.5 * s / midpoint : 0.5 + 0.5 * (s - midpoint) / (1.0 - midpoint);
    if (bend.sharpness > 0.99) {
        return s < 0.5 ? 0.0 : 1.0;
    }
    if (bend.sharpness < 0.01) {
        return s;
    }
    // Compressed towards the midpoint, then a Hermite curve with the same slope at both ends.
    const double power = 1.0 + 10.0 * bend.sharpness;
    s = s < 0.5 ? 0.5 * std::pow(2.0 * s, power) : 1.0 - 0.5 * std::pow(2.0 * (1.0 - s), power);
    const double slope = 1.0 - bend.sharpness;
    const double rise = s * s * (3.0 - 2.0 * s);
    const double tangents = s * (2.0 * s * s - 3.0 * s + 1.0);
    return std::clamp(rise + slope * tangents, 0.0, 1.0);
}

std::vector<double> vtk_bend_places(VtkBend bend) {
    const double midpoint = std::clamp(bend.midpoint, 0.00001, 0.99999);
    if (bend.sharpness > 0.99) {
        return {midpoint, midpoint};
    }
    if (bend.sharpness < 0.01) {
        return bend.midpoint == 0.5 ? std::vector<double>{} : std::vector<double>{midpoint};
    }
    // The bend is steepest at the midpoint: places get denser towards it.
    constexpr int each_side = 16;
    std::vector<double> places;
    for (int i = 1; i < 2 * each_side; ++i) {
        const double u = static_cast<double>(i) / each_side - 1.0; // -1 .. 1
        const double bent = u * (1.0 + 0.5 * (u * u - 1.0));
        places.push_back(bent < 0.0 ? midpoint * (1.0 + bent) : midpoint + (1.0 - midpoint) * bent);
    }
    return places;
}

std::vector<GradientPoint> gradient_points(const std::vector<OpacityPoint> &curve) {
    std::vector<GradientPoint> points;
    if (std::ranges::all_of(curve, [](const OpacityPoint &point) { return point.opacity == 1.0; })) {
        return points;
    }
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const OpacityPoint &point = curve[i];
        if (point.scalar >= 0.0) {
            points.push_back({point.scalar, point.opacity});
        } else if (i + 1 == curve.size()) {
            points.push_back({0.0, point.opacity});
        } else if (curve[i + 1].scalar > 0.0) { // where the curve crosses 0
            const double share = -point.scalar / (curve[i + 1].scalar - point.scalar);
            points.push_back({0.0, std::lerp(point.opacity, curve[i + 1].opacity, share)});
        }
    }
    return points;
}

std::vector<OpacityPoint> opacity_points(const std::vector<GradientPoint> &points) {
    std::vector<OpacityPoint> curve;
    for (const GradientPoint &point : points) {
        curve.push_back({point.gradient, point.factor});
    }
    return curve;
}

} // namespace voxmarch
