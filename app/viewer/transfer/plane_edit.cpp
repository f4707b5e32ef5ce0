// Moves, scales and bends shapes of the plane of scalar and gradient magnitude.
#include "app/viewer/transfer/plane_edit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace voxmarch {

namespace {

/// Sides of boxes are at least this share of the plane's.
constexpr double smallest_share = 1.0 / 500.0;

glm::dvec2 smallest_size(const PlaneLimits &limits) {
    return smallest_share * glm::dvec2(limits.scalars.max - limits.scalars.min, limits.gradient);
}

double lowest_gradient(const TransferWidget &widget) {
    return widget.shape == WidgetShape::gaussian ? -widget.gradient_high : 0.0;
}

std::vector<glm::dvec2> corner_places(const TransferWidget &widget) {
    std::vector<glm::dvec2> places;
    for (const glm::dvec2 &corner : widget.corners) {
        places.push_back(place_in(widget, corner));
    }
    return places;
}

/// The box becomes the one around these places, unless that is too small.
void set_corners(TransferWidget &widget, const std::vector<glm::dvec2> &places, const PlaneLimits &limits) {
    glm::dvec2 low = places.front(), high = places.front();
    for (const glm::dvec2 &place : places) {
        low = glm::min(low, place);
        high = glm::max(high, place);
    }
    if (glm::any(glm::lessThanEqual(high - low, smallest_size(limits)))) {
        return;
    }
    widget.scalar_low = low.x;
    widget.scalar_high = high.x;
    widget.gradient_low = low.y;
    widget.gradient_high = high.y;
    widget.corners.clear();
    for (const glm::dvec2 &place : places) {
        widget.corners.push_back(glm::clamp(share_of(widget, place), 0.0, 1.0));
    }
}

glm::dvec2 inside(glm::dvec2 place, const PlaneLimits &limits) {
    return {std::clamp(place.x, limits.scalars.min, limits.scalars.max), std::clamp(place.y, 0.0, limits.gradient)};
}

} // namespace

TransferWidget new_shape(WidgetShape shape, const PlaneLimits &shown, std::size_t number) {
    constexpr glm::dvec3 colors[] = {{0.95, 0.65, 0.3}, {0.35, 0.7, 0.95}, {0.55, 0.85, 0.4},
                                     {0.9, 0.4, 0.6},   {0.95, 0.9, 0.45}, {0.65, 0.5, 0.95}};
    constexpr double shifts[] = {0.0, 0.12, -0.12, 0.24, -0.24, 0.06};
    TransferWidget widget;
    widget.shape = shape;
    const auto part = [&](double share) { return std::lerp(shown.scalars.min, shown.scalars.max, share); };
    const double shift = shifts[number % std::size(shifts)];
    widget.scalar_low = part(0.375 + shift);
    widget.scalar_high = part(0.625 + shift);
    widget.gradient_low = shape == WidgetShape::triangle ? 0.0 : 0.25 * shown.gradient;
    widget.gradient_high = (shape == WidgetShape::triangle ? 0.7 : 0.6) * shown.gradient;
    widget.color = colors[number % std::size(colors)];
    widget.opacity = 0.3;
    if (shape == WidgetShape::polygon) {
        widget.corners = {{0.5, 0.0}, {1.0, 0.5}, {0.5, 1.0}, {0.0, 0.5}};
    }
    return widget;
}

glm::dvec2 place_in(const TransferWidget &widget, glm::dvec2 share) {
    return {std::lerp(widget.scalar_low, widget.scalar_high, share.x),
            std::lerp(widget.gradient_low, widget.gradient_high, share.y)};
}

glm::dvec2 share_of(const TransferWidget &widget, glm::dvec2 place) {
    return {(place.x - widget.scalar_low) / (widget.scalar_high - widget.scalar_low),
            (place.y - widget.gradient_low) / (widget.gradient_high - widget.gradient_low)};
}

std::vector<glm::dvec2> outline_of(const TransferWidget &widget) {
    std::vector<glm::dvec2> outline;
    switch (widget.shape) {
    case WidgetShape::rectangle: outline = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}; break;
    case WidgetShape::triangle: outline = {{0.5, 0}, {1, 1}, {0, 1}}; break;
    case WidgetShape::gaussian: // at two sigmas
        for (int i = 0; i < 48; ++i) {
            const double angle = i * std::numbers::pi / 24.0;
            outline.push_back(0.5 + glm::dvec2(std::cos(angle), std::sin(angle)) / gaussian_reach);
        }
        break;
    case WidgetShape::polygon: outline = widget.corners; break;
    }
    for (glm::dvec2 &share : outline) {
        share = place_in(widget, share);
    }
    return outline;
}

std::optional<std::size_t> shape_at(const std::vector<TransferWidget> &widgets, glm::dvec2 place) {
    for (std::size_t i = widgets.size(); i-- > 0;) {
        TransferWidget hard = widgets[i];
        hard.opacity = 1.0;
        hard.edge = 0.0;
        const double border = hard.shape == WidgetShape::gaussian ? std::exp(-2.0) : 0.0;
        if (hard.opacity_at(place.x, place.y) > border) {
            return i;
        }
    }
    return std::nullopt;
}

void move_shape(TransferWidget &widget, glm::dvec2 by, const PlaneLimits &limits) {
    const glm::dvec2 middle = place_in(widget, glm::dvec2(0.5));
    by = inside(middle + by, limits) - middle;
    by.y = std::max(by.y, (widget.shape == WidgetShape::gaussian ? 0.0 : widget.gradient_high - middle.y) - middle.y);
    widget.scalar_low += by.x;
    widget.scalar_high += by.x;
    widget.gradient_low = std::max(widget.gradient_low + by.y, -(widget.gradient_high + by.y));
    widget.gradient_high += by.y;
    widget.gradient_low = std::max(widget.gradient_low, lowest_gradient(widget));
}

void scale_shape(TransferWidget &widget, std::size_t handle, glm::dvec2 place, const PlaneLimits &limits) {
    const glm::dvec2 least = smallest_size(limits), share = box_handles[handle];
    if (share.x == 0.0) {
        widget.scalar_low = std::min(place.x, widget.scalar_high - least.x);
    } else if (share.x == 1.0) {
        widget.scalar_high = std::max(place.x, widget.scalar_low + least.x);
    }
    if (share.y == 0.0) {
        widget.gradient_low = std::clamp(place.y, lowest_gradient(widget), widget.gradient_high - least.y);
    } else if (share.y == 1.0) {
        const double lowest = std::max(widget.gradient_low + least.y, -widget.gradient_low);
        widget.gradient_high = std::clamp(place.y, lowest, std::max(lowest, limits.gradient));
    }
}

void move_corner(TransferWidget &widget, std::size_t corner, glm::dvec2 place, const PlaneLimits &limits) {
    std::vector<glm::dvec2> places = corner_places(widget);
    places[corner] = inside(place, limits);
    set_corners(widget, places, limits);
}

void add_corner(TransferWidget &widget, std::size_t side, glm::dvec2 place, const PlaneLimits &limits) {
    std::vector<glm::dvec2> places = corner_places(widget);
    places.insert(places.begin() + static_cast<std::ptrdiff_t>(side) + 1, inside(place, limits));
    set_corners(widget, places, limits);
}

void remove_corner(TransferWidget &widget, std::size_t corner) {
    if (widget.corners.size() > 3) {
        std::vector<glm::dvec2> places = corner_places(widget);
        places.erase(places.begin() + static_cast<std::ptrdiff_t>(corner));
        set_corners(widget, places, {{0.0, 0.0}, 0.0});
    }
}

/// How opaque, in steps that are narrower where little is seen: 0 where nothing is, 5 at the top.
static int opacity_step(double opacity, double top) {
    return opacity > 0.0 ? std::max(1, static_cast<int>(std::ceil(5.0 * std::sqrt(opacity / top)))) : 0;
}

std::vector<TransferWidget> boxes_of(const TransferFunction &function, const PlaneLimits &limits) {
    TransferFunction transfer = function;
    transfer.opacity_distance = 0.0; // boxes have opacities as they are told, too
    constexpr int parts = 512;
    const auto scalar_at = [&](double i) { return std::lerp(limits.scalars.min, limits.scalars.max, i / parts); };
    std::vector<glm::dvec4> seen;
    double top = 0.0;
    for (int i = 0; i < parts; ++i) {
        seen.push_back(transfer.evaluate(scalar_at(i + 0.5)));
        top = std::max(top, seen.back().a);
    }
    std::vector<TransferWidget> boxes;
    for (int i = 0, end = 0; i < parts; i = end) {
        const auto step_at = [&](int part) { return opacity_step(seen[static_cast<std::size_t>(part)].a, top); };
        double weight = 0.0;
        glm::dvec3 color(0.0);
        for (end = i; end < parts && step_at(end) == step_at(i); ++end) {
            const glm::dvec4 &here = seen[static_cast<std::size_t>(end)];
            weight += here.a;
            color += here.a * glm::dvec3(here);
        }
        if (weight > 0.0) {
            TransferWidget box;
            box.scalar_low = scalar_at(i);
            box.scalar_high = scalar_at(end);
            box.gradient_high = limits.gradient;
            box.color = glm::clamp(color / weight, 0.0, 1.0);
            box.opacity = weight / (end - i);
            box.edge = 0.0; // they lie side by side
            boxes.push_back(box);
        }
    }
    if (boxes.empty()) {
        boxes.push_back(new_shape(WidgetShape::rectangle, limits, 0));
    }
    return boxes;
}

} // namespace voxmarch
