// Moves, adds and removes points of a transfer function, and keeps them in order.
#include "app/viewer/transfer/edit.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace voxmarch {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The values of one list where it jumps: steps become two points.
std::vector<double> scalars_of(const TransferFunction &transfer) {
    std::vector<double> scalars;
    for (const ColorPoint &point : transfer.colors) {
        scalars.push_back(point.scalar);
    }
    for (const OpacityPoint &point : transfer.opacities) {
        scalars.push_back(point.scalar);
    }
    std::sort(scalars.begin(), scalars.end());
    scalars.erase(std::unique(scalars.begin(), scalars.end()), scalars.end());
    return scalars;
}

EditPoint point_at(const TransferFunction &transfer, double scalar) {
    const glm::dvec4 value = transfer.evaluate(scalar);
    return {scalar, glm::dvec3(value), value.a};
}

template <typename Points> bool has_step(const Points &points, double scalar) {
    int count = 0;
    for (const auto &point : points) {
        count += point.scalar == scalar ? 1 : 0;
    }
    return count > 1;
}

} // namespace

std::vector<EditPoint> edit_points(const TransferFunction &transfer) {
    std::vector<EditPoint> points;
    for (const double scalar : scalars_of(transfer)) {
        if (has_step(transfer.colors, scalar) || has_step(transfer.opacities, scalar)) {
            EditPoint left = point_at(transfer, std::nextafter(scalar, -infinity));
            left.scalar = scalar;
            points.push_back(left);
        }
        points.push_back(point_at(transfer, scalar));
    }
    return points;
}

void set_edit_points(TransferFunction &transfer, const std::vector<EditPoint> &points) {
    transfer.colors.clear();
    transfer.opacities.clear();
    for (const EditPoint &point : points) {
        transfer.colors.push_back({point.scalar, glm::clamp(point.color, 0.0, 1.0)});
        transfer.opacities.push_back({point.scalar, std::clamp(point.opacity, 0.0, 1.0)});
    }
}

namespace {

/// `scalar`, or a little above it if a point is there already: three points at one place could not be told apart.
double free_scalar(const std::vector<EditPoint> &points, double scalar) {
    double next = infinity;
    bool taken = false;
    for (const EditPoint &point : points) {
        taken = taken || point.scalar == scalar;
        next = point.scalar > scalar ? std::min(next, point.scalar) : next;
    }
    const double span = points.empty() ? 1.0 : points.back().scalar - points.front().scalar;
    const double beside = scalar + (span > 0.0 ? span : 1.0) / 1000.0;
    return !taken ? scalar : next < infinity ? std::min(beside, 0.5 * (scalar + next)) : beside;
}

} // namespace

std::size_t add_point(std::vector<EditPoint> &points, double scalar, double opacity) {
    scalar = free_scalar(points, scalar);
    TransferFunction curve;
    set_edit_points(curve, points);
    EditPoint point = point_at(curve, scalar);
    point.opacity = std::clamp(opacity, 0.0, 1.0);
    const auto place = std::upper_bound(points.begin(), points.end(), scalar,
                                        [](double value, const EditPoint &other) { return value < other.scalar; });
    const auto index = static_cast<std::size_t>(place - points.begin());
    points.insert(place, point);
    return index;
}

void move_points(std::vector<EditPoint> &points, const std::set<std::size_t> &selected, double scalars,
                 double opacities, ValueRange bounds) {
    double low = -infinity, high = infinity; // how far all may go
    for (const std::size_t i : selected) {
        const bool left_stays = i > 0 && !selected.contains(i - 1);
        const bool right_stays = i + 1 < points.size() && !selected.contains(i + 1);
        low = std::max(low, (left_stays ? points[i - 1].scalar : bounds.min) - points[i].scalar);
        high = std::min(high, (right_stays ? points[i + 1].scalar : bounds.max) - points[i].scalar);
    }
    // A point that lies outside of the bounds may stay, or come back.
    const double move = std::clamp(scalars, std::min(low, 0.0), std::max(high, 0.0));
    for (const std::size_t i : selected) {
        points[i].scalar += move;
        points[i].opacity = std::clamp(points[i].opacity + opacities, 0.0, 1.0);
    }
}

double height_of(double opacity) { return std::sqrt(std::clamp(opacity, 0.0, 1.0)); }

SelectionBox box_of(const std::vector<EditPoint> &points, const std::set<std::size_t> &selected) {
    SelectionBox box{{infinity, -infinity}, {infinity, -infinity}};
    for (const std::size_t i : selected) {
        box.scalars = {std::min(box.scalars.min, points[i].scalar), std::max(box.scalars.max, points[i].scalar)};
        box.opacities = {std::min(box.opacities.min, points[i].opacity),
                         std::max(box.opacities.max, points[i].opacity)};
    }
    return box;
}

void scale_points(std::vector<EditPoint> &points, const std::set<std::size_t> &selected, double fixed, double factor,
                  ValueRange bounds) {
    double least = least_scale, most = infinity;
    for (const std::size_t i : selected) {
        const bool left_stays = i > 0 && !selected.contains(i - 1);
        const bool right_stays = i + 1 < points.size() && !selected.contains(i + 1);
        const double distance = points[i].scalar - fixed;
        if (distance == 0.0) {
            continue;
        }
        // Where the neighbours that stay, or the bounds, are reached.
        const double left = ((left_stays ? points[i - 1].scalar : bounds.min) - fixed) / distance;
        const double right = ((right_stays ? points[i + 1].scalar : bounds.max) - fixed) / distance;
        least = std::max(least, std::min(left, right));
        most = std::min(most, std::max(left, right));
    }
    const double scale = std::clamp(factor, std::min(least, 1.0), std::max(most, 1.0)); // who is outside may stay
    for (const std::size_t i : selected) {
        points[i].scalar = fixed + (points[i].scalar - fixed) * scale;
    }
}

void scale_opacities(std::vector<EditPoint> &points, const std::set<std::size_t> &selected, double fixed,
                     double factor) {
    const double from = height_of(fixed);
    for (const std::size_t i : selected) {
        const double height = from + (height_of(points[i].opacity) - from) * std::max(factor, 0.0);
        points[i].opacity = std::clamp(height * std::max(height, 0.0), 0.0, 1.0);
    }
}

void raise_points(std::vector<EditPoint> &points, const std::set<std::size_t> &selected, double heights) {
    for (const std::size_t i : selected) {
        const double height = std::clamp(height_of(points[i].opacity) + heights, 0.0, 1.0);
        points[i].opacity = heights == 0.0 ? points[i].opacity : height * height;
    }
}

std::size_t split_segment(std::vector<EditPoint> &points, const TransferFunction &transfer, std::size_t from) {
    const std::size_t left = from + 1 < points.size() || from == 0 ? from : from - 1;
    const std::size_t right = std::min(left + 1, points.size() - 1);
    const double middle = 0.5 * (points[left].scalar + points[right].scalar);
    return add_point(points, middle, transfer.evaluate(middle).a);
}

Opacities opacities_of(const TransferFunction &transfer) {
    Opacities opacities{transfer.opacities, {}};
    for (const TransferWidget &widget : transfer.widgets) {
        opacities.shapes.push_back(widget.opacity);
    }
    return opacities;
}

Opacities scaled_opacities(Opacities opacities, double factor) {
    for (OpacityPoint &point : opacities.points) {
        point.opacity = std::min(point.opacity * factor, 1.0);
    }
    for (double &opacity : opacities.shapes) {
        opacity = std::min(opacity * factor, 1.0);
    }
    return opacities;
}

void set_opacities(TransferFunction &transfer, const Opacities &opacities) {
    transfer.opacities = opacities.points;
    for (std::size_t i = 0; i < transfer.widgets.size(); ++i) {
        transfer.widgets[i].opacity = opacities.shapes[i];
    }
}

TransferFunction recolored(TransferFunction transfer, const std::vector<ColorPoint> &map, bool reversed) {
    const ValueRange span = span_of(transfer);
    transfer.colors.clear();
    for (std::size_t i = 0; i < map.size(); ++i) {
        const ColorPoint &point = map[reversed ? map.size() - 1 - i : i];
        const double share = reversed ? 1.0 - point.scalar : point.scalar;
        transfer.colors.push_back({std::lerp(span.min, span.max, share), point.color});
    }
    for (TransferWidget &widget : transfer.widgets) {
        TransferFunction colors;
        colors.colors = transfer.colors;
        colors.opacities = {{0.0, 0.0}};
        widget.color = glm::dvec3(colors.evaluate(0.5 * (widget.scalar_low + widget.scalar_high)));
    }
    return transfer;
}

double glow_at(const TransferFunction &transfer, double scalar) {
    const std::vector<EmissionPoint> &points = transfer.emissions;
    const auto next = std::ranges::upper_bound(points, scalar, {}, &EmissionPoint::scalar);
    if (points.empty()) {
        return 0.0;
    }
    if (next == points.begin() || next == points.end()) {
        return next == points.end() ? points.back().emission : points.front().emission;
    }
    const EmissionPoint &before = *std::prev(next);
    return std::lerp(before.emission, next->emission, (scalar - before.scalar) / (next->scalar - before.scalar));
}

namespace {

/// Whether the glow is the same without this point.
bool is_needless(const std::vector<EmissionPoint> &points, std::size_t index) {
    TransferFunction without;
    without.emissions = points;
    without.emissions.erase(without.emissions.begin() + static_cast<std::ptrdiff_t>(index));
    if (without.emissions.empty()) {
        return points[index].emission == 0.0;
    }
    const auto twin = std::ranges::count(points, points[index].scalar, &EmissionPoint::scalar);
    const double rounding = 1e-9 * points[index].emission;
    return twin == 1 && std::abs(glow_at(without, points[index].scalar) - points[index].emission) <= rounding;
}

} // namespace

bool set_glow(TransferFunction &transfer, double scalar, double emission) {
    std::vector<EmissionPoint> points = transfer.emissions;
    const auto put = [&](double at, double value) {
        std::erase_if(points, [&](const EmissionPoint &point) { return point.scalar == at; });
        const auto place = std::ranges::upper_bound(points, at, {}, &EmissionPoint::scalar);
        points.insert(place, EmissionPoint{at, value});
    };
    double left = -infinity, right = infinity; // the neighbours
    const auto look_at = [&](double other) {
        left = other < scalar ? std::max(left, other) : left;
        right = other > scalar ? std::min(right, other) : right;
    };
    std::ranges::for_each(scalars_of(transfer), look_at);
    std::ranges::for_each(points, look_at, &EmissionPoint::scalar);
    for (const double neighbour : {left, right}) {
        if (std::isfinite(neighbour) && std::ranges::find(points, neighbour, &EmissionPoint::scalar) == points.end()) {
            put(neighbour, glow_at(transfer, neighbour));
        }
    }
    put(scalar, emission);
    for (std::size_t i = points.size(); i-- > 0;) {
        if (is_needless(points, i)) {
            points.erase(points.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    if (points.size() > emission_point_limit) {
        return false;
    }
    transfer.emissions = std::move(points);
    return true;
}

void remove_points(std::vector<EditPoint> &points, const std::set<std::size_t> &selected) {
    for (auto i = selected.rbegin(); i != selected.rend() && points.size() > 1; ++i) {
        points.erase(points.begin() + static_cast<std::ptrdiff_t>(*i));
    }
}

ValueRange span_of(const TransferFunction &transfer) {
    ValueRange span{infinity, -infinity};
    const auto include = [&](double scalar) {
        span.min = std::min(span.min, scalar);
        span.max = std::max(span.max, scalar);
    };
    for (const double scalar : scalars_of(transfer)) {
        include(scalar);
    }
    if (!transfer.widgets.empty()) {
        span = {infinity, -infinity};
        for (const TransferWidget &widget : transfer.widgets) {
            include(widget.scalar_low);
            include(widget.scalar_high);
        }
    }
    if (!(span.min < span.max)) {
        span.max = span.min + 1.0;
    }
    return span;
}

TransferFunction windowed(const TransferFunction &transfer, double shift, double width_factor) {
    const ValueRange span = span_of(transfer);
    const double middle = (span.min + span.max) / 2.0;
    const auto moved = [&](double scalar) { return middle + shift + (scalar - middle) * width_factor; };
    TransferFunction result = transfer;
    for (ColorPoint &point : result.colors) {
        point.scalar = moved(point.scalar);
    }
    for (OpacityPoint &point : result.opacities) {
        point.scalar = moved(point.scalar);
    }
    for (TransferWidget &widget : result.widgets) {
        widget.scalar_low = moved(widget.scalar_low);
        widget.scalar_high = moved(widget.scalar_high);
    }
    for (MaterialPoint &point : result.materials) {
        point.scalar = moved(point.scalar);
    }
    for (EmissionPoint &point : result.emissions) {
        point.scalar = moved(point.scalar);
    }
    return result;
}

} // namespace voxmarch
