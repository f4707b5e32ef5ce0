// Evaluates, checks, stretches and samples transfer functions.
#include "transfer/transfer_function.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace voxmarch {

namespace {

/// Larger numbers would make the distance of two points overflow.
constexpr double largest_scalar = 1e300;

/// Piecewise linear value of ascending points at a scalar; at a step the point further right counts.
template <typename Point, typename Value>
Value interpolate(const std::vector<Point> &points, Value Point::*value, double scalar, double Point::*place) {
    const auto above = std::upper_bound(points.begin(), points.end(), scalar,
                                        [=](double s, const Point &point) { return s < point.*place; });
    if (above == points.begin()) {
        return points.front().*value;
    }
    const Point &p0 = *(above - 1);
    if (above == points.end()) {
        return p0.*value;
    }
    const Point &p1 = *above;
    const double t = (scalar - p0.*place) / (p1.*place - p0.*place);
    return (p0.*value) * (1.0 - t) + (p1.*value) * t;
}

template <typename Point>
void check_scalars(const TransferFunction &transfer, const std::vector<Point> &points, const char *list) {
    if (points.empty()) {
        throw InvalidTransfer(transfer, list, "is empty, give at least one point");
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double scalar = points[i].scalar;
        const auto fail = [&](const std::string &problem) {
            throw InvalidTransfer(transfer, fmt::format("{}[{}].scalar", list, i),
                                  fmt::format("{} {}", scalar, problem));
        };
        if (!(std::abs(scalar) <= largest_scalar)) {
            fail("is not a finite number of moderate size");
        }
        if (transfer.domain == TransferDomain::normalised && (scalar < 0.0 || scalar > 1.0)) {
            fail("is outside 0 .. 1, the range of the domain 'normalised'");
        }
        if (i > 0 && scalar < points[i - 1].scalar) {
            fail(fmt::format("is below that of the point before it ({}), sort the points", points[i - 1].scalar));
        }
    }
}

void check_unit(const TransferFunction &transfer, double value, const std::string &field) {
    if (!(value >= 0.0 && value <= 1.0)) {
        throw InvalidTransfer(transfer, field, fmt::format("{} is outside 0 .. 1", value));
    }
}

void check_interval(const TransferFunction &transfer, double low, double high, ValueRange limits,
                    const std::string &field) {
    // Not-a-numbers fail every comparison.
    if (!(limits.min <= low && low < high && high <= limits.max)) {
        throw InvalidTransfer(
            transfer, field,
            fmt::format("{} .. {} must ascend and lie within {} .. {}", low, high, limits.min, limits.max));
    }
}

void check_corners(const TransferFunction &transfer, const TransferWidget &widget, const std::string &path) {
    const bool polygon = widget.shape == WidgetShape::polygon;
    if (polygon != (widget.corners.size() >= 3)) {
        throw InvalidTransfer(transfer, path + ".corners",
                              polygon ? "must be three or more" : "are for polygons alone");
    }
    for (std::size_t i = 0; i < widget.corners.size(); ++i) {
        check_unit(transfer, widget.corners[i].x, fmt::format("{}.corners[{}][0]", path, i));
        check_unit(transfer, widget.corners[i].y, fmt::format("{}.corners[{}][1]", path, i));
    }
}

void check_materials(const TransferFunction &transfer) {
    const std::vector<MaterialPoint> &points = transfer.materials;
    if (points.size() > material_point_limit) {
        throw InvalidTransfer(transfer, "materials",
                              fmt::format("are {} points, {} are possible", points.size(), material_point_limit));
    }
    if (!points.empty()) {
        check_scalars(transfer, points, "materials");
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::string path = fmt::format("materials[{}]", i);
        check_unit(transfer, points[i].ambient, path + ".ambient");
        check_unit(transfer, points[i].diffuse, path + ".diffuse");
        check_unit(transfer, points[i].specular, path + ".specular");
        if (!(points[i].shininess >= 1.0 && points[i].shininess <= 1000.0)) {
            throw InvalidTransfer(transfer, path + ".shininess",
                                  fmt::format("{} must be from 1 to 1000", points[i].shininess));
        }
    }
}

void check_emissions(const TransferFunction &transfer) {
    const std::vector<EmissionPoint> &points = transfer.emissions;
    if (points.size() > emission_point_limit) {
        throw InvalidTransfer(transfer, "emissions",
                              fmt::format("are {} points, {} are possible", points.size(), emission_point_limit));
    }
    if (!points.empty()) {
        check_scalars(transfer, points, "emissions");
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!(points[i].emission >= 0.0 && points[i].emission <= 100.0)) {
            throw InvalidTransfer(transfer, fmt::format("emissions[{}].emission", i),
                                  fmt::format("{} must be from 0 to 100", points[i].emission));
        }
    }
}

void check_gradients(const TransferFunction &transfer) {
    const std::vector<GradientPoint> &points = transfer.gradient_opacities;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::string path = fmt::format("gradient_opacities[{}]", i);
        const double gradient = points[i].gradient;
        if (!(gradient >= 0.0 && gradient <= largest_scalar)) {
            throw InvalidTransfer(transfer, path + ".gradient",
                                  fmt::format("{} must be a finite number from 0 on", gradient));
        }
        if (i > 0 && gradient < points[i - 1].gradient) {
            throw InvalidTransfer(transfer, path + ".gradient",
                                  fmt::format("{} is below that of the point before it ({}), sort the points", gradient,
                                              points[i - 1].gradient));
        }
        check_unit(transfer, points[i].factor, path + ".factor");
    }
}

void check_widget(const TransferFunction &transfer, std::size_t index) {
    const TransferWidget &widget = transfer.widgets[index];
    const std::string path = fmt::format("widgets[{}]", index);
    const bool normalised = transfer.domain == TransferDomain::normalised;
    check_interval(transfer, widget.scalar_low, widget.scalar_high,
                   normalised ? ValueRange{0.0, 1.0} : ValueRange{-largest_scalar, largest_scalar}, path + ".scalar");
    const double lowest = widget.shape == WidgetShape::gaussian ? -std::abs(widget.gradient_high) : 0.0;
    check_interval(transfer, widget.gradient_low, widget.gradient_high, {lowest, normalised ? 1.0 : largest_scalar},
                   path + ".gradient");
    for (int channel = 0; channel < 3; ++channel) {
        check_unit(transfer, widget.color[channel], fmt::format("{}.rgb[{}]", path, channel));
    }
    check_unit(transfer, widget.opacity, path + ".opacity");
    if (widget.edge) {
        check_unit(transfer, *widget.edge, path + ".edge");
    }
    check_corners(transfer, widget, path);
}

/// Where ascending points change their value, and whether they jump at the lower or upper end of that interval.
struct VaryingPart {
    ValueRange range;
    bool step_at_min = false;
    bool step_at_max = false;
};

template <typename Point, typename Value>
std::optional<VaryingPart> varying_part(const std::vector<Point> &points, Value Point::*value) {
    std::optional<VaryingPart> part;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        if (points[i].*value == points[i + 1].*value) {
            continue;
        }
        const bool step = points[i].scalar == points[i + 1].scalar;
        if (!part) {
            part = VaryingPart{{points[i].scalar, points[i + 1].scalar}, step, step};
        }
        part->range.max = points[i + 1].scalar;
        part->step_at_max = step;
    }
    return part;
}

std::optional<VaryingPart> unite(std::optional<VaryingPart> a, std::optional<VaryingPart> b) {
    if (!a || !b) {
        return a ? a : b;
    }
    const bool step_at_min =
        (a->range.min <= b->range.min && a->step_at_min) || (b->range.min <= a->range.min && b->step_at_min);
    const bool step_at_max =
        (a->range.max >= b->range.max && a->step_at_max) || (b->range.max >= a->range.max && b->step_at_max);
    return VaryingPart{
        {std::min(a->range.min, b->range.min), std::max(a->range.max, b->range.max)}, step_at_min, step_at_max};
}

/// Moves the entries onto whole numbers (or whole fractions of one) where that costs little resolution, so that
/// integer data meet them exactly.
ValueRange snap_to_integers(ValueRange domain, int entries) {
    const double low = std::floor(domain.min);
    const double span = std::ceil(domain.max) - low;
    const double intervals = entries - 1.0;
    if (span > intervals || span > 1.1 * (domain.max - domain.min)) {
        return domain;
    }
    return {low, low + intervals / std::floor(intervals / span)};
}

/// Interval the table covers: what varies of the function inside the data, never of length zero.
ValueRange table_domain(const TransferFunction &transfer, ValueRange data_range, int entries) {
    const ValueRange data = default_window(ScalarType::f32, data_range);
    const auto part = unite(varying_part(transfer.colors, &ColorPoint::color),
                            varying_part(transfer.opacities, &OpacityPoint::opacity));
    if (!part || part->range.min > data.max || part->range.max < data.min) {
        return data;
    }
    ValueRange domain{std::max(part->range.min, data.min), std::min(part->range.max, data.max)};

    // A jump at an end needs one entry beyond it, or clamping would lose the side that lies outside.
    const double width = domain.max > domain.min ? domain.max - domain.min : data.max - data.min;
    const double margin = width / std::max(1, entries - 3);
    const bool empty = domain.max <= domain.min;
    if ((part->step_at_min || empty) && domain.min > data.min) {
        domain.min -= margin;
    }
    if ((part->step_at_max || empty) && domain.max < data.max) {
        domain.max += margin;
    }
    return snap_to_integers(default_window(ScalarType::f32, domain), entries);
}

} // namespace

double TransferFunction::drawn_opacity(double opacity) const {
    const double lengths = opacity_distance > 0.0 ? voxel_length / opacity_distance : 1.0 / unit_distance;
    return lengths == 1.0 ? opacity : correct_opacity(opacity, lengths);
}

double TransferFunction::told_gradient(double gradient) const { return gradient * unit_distance * mean_spacing; }

bool TransferFunction::is_two_dimensional() const {
    return !widgets.empty() ||
           std::ranges::any_of(gradient_opacities, [](const GradientPoint &point) { return point.factor != 1.0; });
}

double TransferFunction::gradient_factor(double gradient) const {
    return gradient_opacities.empty() ? 1.0
                                      : interpolate(gradient_opacities, &GradientPoint::factor, told_gradient(gradient),
                                                    &GradientPoint::gradient);
}

double TransferFunction::largest_factor(double gradient) const {
    double largest = gradient_factor(gradient);
    for (const GradientPoint &point : gradient_opacities) {
        largest = point.gradient <= told_gradient(gradient) ? std::max(largest, point.factor) : largest;
    }
    return gradient_opacities.empty() ? 1.0 : std::max(largest, gradient_opacities.front().factor);
}

glm::dvec4 TransferFunction::evaluate(double scalar) const {
    return {interpolate(colors, &ColorPoint::color, scalar, &ColorPoint::scalar),
            drawn_opacity(interpolate(opacities, &OpacityPoint::opacity, scalar, &OpacityPoint::scalar))};
}

glm::dvec4 TransferFunction::evaluate(double scalar, double gradient) const {
    if (widgets.empty()) {
        const double told = interpolate(opacities, &OpacityPoint::opacity, scalar, &OpacityPoint::scalar);
        return {interpolate(colors, &ColorPoint::color, scalar, &ColorPoint::scalar),
                drawn_opacity(told * gradient_factor(gradient))};
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

void validate(const TransferFunction &transfer) {
    check_scalars(transfer, transfer.colors, "colors");
    check_scalars(transfer, transfer.opacities, "opacities");
    for (std::size_t i = 0; i < transfer.colors.size(); ++i) {
        for (int channel = 0; channel < 3; ++channel) {
            check_unit(transfer, transfer.colors[i].color[channel], fmt::format("colors[{}].rgb[{}]", i, channel));
        }
    }
    for (std::size_t i = 0; i < transfer.opacities.size(); ++i) {
        check_unit(transfer, transfer.opacities[i].opacity, fmt::format("opacities[{}].opacity", i));
    }
    for (std::size_t i = 0; i < transfer.widgets.size(); ++i) {
        check_widget(transfer, i);
    }
    check_gradients(transfer);
    check_materials(transfer);
    check_emissions(transfer);
    if (!(transfer.opacity_distance >= 0.0 && transfer.opacity_distance <= largest_scalar)) {
        throw InvalidTransfer(transfer, "opacity_distance",
                              fmt::format("{} must be a finite length above 0", transfer.opacity_distance));
    }
}

ValueRange default_window(ScalarType type, ValueRange data_range) {
    if (type == ScalarType::u8) {
        return {0.0, 255.0};
    }
    if (data_range.max > data_range.min) {
        return data_range;
    }
    // Beyond 2^53 adding 1 changes nothing; the next number is then the shortest possible window.
    return {data_range.min, std::max(data_range.min + 1.0, std::nextafter(data_range.min, HUGE_VAL))};
}

TransferFunction over_values(const TransferFunction &transfer, ValueRange window) {
    TransferFunction result = transfer;
    if (transfer.domain == TransferDomain::value) {
        return result;
    }
    if (!(window.min < window.max) || !std::isfinite(window.max - window.min)) {
        throw UsageError(fmt::format("window {} .. {} of transfer function '{}': the first value must be the lower one",
                                     window.min, window.max, transfer.name));
    }
    result.domain = TransferDomain::value;
    // std::lerp is exact at both ends and keeps the order of the points.
    for (ColorPoint &point : result.colors) {
        point.scalar = std::lerp(window.min, window.max, point.scalar);
    }
    for (OpacityPoint &point : result.opacities) {
        point.scalar = std::lerp(window.min, window.max, point.scalar);
    }
    for (TransferWidget &widget : result.widgets) {
        widget.scalar_low = std::lerp(window.min, window.max, widget.scalar_low);
        widget.scalar_high = std::lerp(window.min, window.max, widget.scalar_high);
        widget.gradient_low *= window.max - window.min;
        widget.gradient_high *= window.max - window.min;
    }
    for (GradientPoint &point : result.gradient_opacities) {
        point.gradient *= window.max - window.min;
    }
    for (MaterialPoint &point : result.materials) {
        point.scalar = std::lerp(window.min, window.max, point.scalar);
    }
    for (EmissionPoint &point : result.emissions) {
        point.scalar = std::lerp(window.min, window.max, point.scalar);
    }
    return result;
}

TransferFunction over_grid(TransferFunction transfer, const Grid &grid) {
    transfer.voxel_length = grid.smallest_spacing();
    transfer.mean_spacing = (grid.spacing.x + grid.spacing.y + grid.spacing.z) / (3.0 * grid.smallest_spacing());
    return transfer;
}

double correct_opacity(double opacity, double step) {
    if (opacity >= 1.0) {
        return step > 0.0 ? 1.0 : 0.0;
    }
    // The naive power loses all digits of the small opacities that fog is made of.
    return opacity <= 0.0 ? 0.0 : -std::expm1(step * std::log1p(-opacity));
}

TransferTable sample_table(const TransferFunction &transfer, ValueRange data_range, int entries, double step,
                           bool whole_range) {
    if (entries < 2) {
        throw UsageError(fmt::format("transfer table of {} entries: at least 2 are needed", entries));
    }
    if (!(step > 0.0) || !std::isfinite(step)) {
        throw UsageError(fmt::format("step of {} voxel lengths: it must be a positive number", step));
    }
    TransferTable table;
    table.domain = whole_range ? snap_to_integers(default_window(ScalarType::f32, data_range), entries)
                               : table_domain(transfer, data_range, entries);
    table.entries.reserve(static_cast<std::size_t>(entries));
    for (int i = 0; i < entries; ++i) {
        const double scalar = std::lerp(table.domain.min, table.domain.max, i / (entries - 1.0));
        const glm::dvec4 color = transfer.evaluate(scalar);
        table.entries.emplace_back(color.r, color.g, color.b, correct_opacity(color.a, step));
    }
    return table;
}

int default_table_entries(ScalarType type) { return type == ScalarType::u8 || type == ScalarType::i8 ? 256 : 1024; }

} // namespace voxmarch
