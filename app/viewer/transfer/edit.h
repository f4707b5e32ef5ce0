// Edits of transfer functions, without a screen: points, window and level, and where they lie in a plot.
#pragma once

#include "transfer/transfer_function.h"

#include <optional>
#include <set>

namespace voxmarch {

/// The editor works on points of one list: colour and opacity at one scalar. All functions keep scalars ascending.
struct EditPoint {
    double scalar;
    glm::dvec3 color;
    double opacity;
};

/// The function as such points: one wherever either list has one. Precondition: no widgets.
std::vector<EditPoint> edit_points(const TransferFunction &transfer);

/// Puts points (at least one, ascending) into both lists.
void set_edit_points(TransferFunction &transfer, const std::vector<EditPoint> &points);

/// A point on the curve at `scalar` with this opacity. @return its index
std::size_t add_point(std::vector<EditPoint> &points, double scalar, double opacity);

/// Moves points together by this much; they pass nobody, stay inside [low, high], and opacities in [0, 1].
void move_points(std::vector<EditPoint> &points, const std::set<std::size_t> &selected, double scalars,
                 double opacities, ValueRange bounds);

/// Moves points up by this much of their heights; opacities stay in [0, 1].
void raise_points(std::vector<EditPoint> &points, const std::set<std::size_t> &selected, double heights);

/// A point on the curve halfway from point `from` to the next one; behind the last point, to the one before.
/// @return its index
std::size_t split_segment(std::vector<EditPoint> &points, const TransferFunction &transfer, std::size_t from);

/// Opacities are shown, and scaled, as their square roots: small ones matter most in volumes.
double height_of(double opacity);

/// What selected points span.
struct SelectionBox {
    ValueRange scalars, opacities;
};
SelectionBox box_of(const std::vector<EditPoint> &points, const std::set<std::size_t> &selected);

/// Scales the distances of points from the scalar `fixed`; they pass nobody and stay inside `bounds`.
/// @param factor  as far as that allows; at least least_scale, so that none fall together
void scale_points(std::vector<EditPoint> &points, const std::set<std::size_t> &selected, double fixed, double factor,
                  ValueRange bounds);
constexpr double least_scale = 0.01;

/// Scales the distances of heights from that of the opacity `fixed`; opacities stay in [0, 1].
void scale_opacities(std::vector<EditPoint> &points, const std::set<std::size_t> &selected, double fixed,
                     double factor);

/// All opacities of a function: those of its points, and of its shapes.
struct Opacities {
    std::vector<OpacityPoint> points{};
    std::vector<double> shapes{};
    bool operator==(const Opacities &) const = default;
};
Opacities opacities_of(const TransferFunction &transfer);

/// Times a factor, at most 1 each.
Opacities scaled_opacities(Opacities opacities, double factor);

/// Precondition: they are of a function with as many shapes.
void set_opacities(TransferFunction &transfer, const Opacities &opacities);

/// The function with colours of a map, which runs over 0 .. 1, from its lowest scalar to its highest, or the other way
/// around. Opacities stay; a shape gets the colour of its middle.
TransferFunction recolored(TransferFunction transfer, const std::vector<ColorPoint> &map, bool reversed);

/// Light of its own at a scalar, as EmissionPoint has it.
double glow_at(const TransferFunction &transfer, double scalar);

/// Makes matter at a scalar glow. The neighbours of this scalar among the points of the curve and of the glow keep
/// theirs; points that make no difference go. @param emission  [0, 100]
/// @return false, and nothing changed, where that takes more than emission_point_limit points
bool set_glow(TransferFunction &transfer, double scalar, double emission);

/// Removes points; one always stays.
void remove_points(std::vector<EditPoint> &points, const std::set<std::size_t> &selected);

/// Window and level: the part [low, high] of the scalars that the function spans is stretched by `width_factor`
/// around its middle and moved by `shift`, with materials and glow.
TransferFunction windowed(const TransferFunction &transfer, double shift, double width_factor);

/// The scalars of the first and last point; widened if they are the same.
ValueRange span_of(const TransferFunction &transfer);

} // namespace voxmarch
