// A transfer function: scalar -> colour and opacity, piecewise linear between control points.
#pragma once

#include "base/enum_names.h"
#include "base/error.h"
#include "volume/volume.h"
#include "voxmarch/choices.h"

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Colour at a scalar; r, g, b in [0, 1] (display values, not linear light).
struct ColorPoint {
    double scalar = 0.0;
    glm::dvec3 color{0.0};
    bool operator==(const ColorPoint &) const = default;
};

/// Opacity at a scalar; [0, 1] per *one voxel length* (the smallest spacing).
struct OpacityPoint {
    double scalar = 0.0;
    double opacity = 0.0;
    bool operator==(const OpacityPoint &) const = default;
};

template <> struct EnumNames<TransferDomain> {
    static constexpr Named<TransferDomain> all[] = {{TransferDomain::normalised, "normalised"},
                                                    {TransferDomain::value, "value"}};
};

/// Factor of the opacities at a gradient magnitude, which is the change of the scalar per mean of the three spacings,
/// as VTK has it: of a `normalised` function as a fraction of the window, of a `value` function in the file's units.
struct GradientPoint {
    double gradient = 0.0; ///< >= 0
    double factor = 1.0;   ///< [0, 1]
    bool operator==(const GradientPoint &) const = default;
};

/// What matter of a scalar makes of the light: factors of Phong's model (thesis 3.6.5.2 names materials by transfer
/// function).
struct MaterialPoint {
    double scalar = 0.0;
    double ambient = 0.3, diffuse = 0.8; ///< [0, 1], of the sample's colour
    double specular = 0.25;              ///< [0, 1], brightness of the highlight
    double shininess = 32.0;             ///< exponent, [1, 1000]
    bool operator==(const MaterialPoint &) const = default;
};

constexpr std::size_t material_point_limit = 8; ///< as many as the kernels take

/// Light of its own that matter of a scalar sends out where light is traced: the radiance of dense matter, times its
/// colour.
struct EmissionPoint {
    double scalar = 0.0;
    double emission = 0.0; ///< [0, 100]
    bool operator==(const EmissionPoint &) const = default;
};

constexpr std::size_t emission_point_limit = 32; ///< as many as the kernels take

template <> struct EnumNames<WidgetShape> {
    static constexpr Named<WidgetShape> all[] = {{WidgetShape::rectangle, "rectangle"},
                                                 {WidgetShape::triangle, "triangle"},
                                                 {WidgetShape::gaussian, "gaussian"},
                                                 {WidgetShape::polygon, "polygon"}};
};

/// One material or boundary in the plane of scalar and gradient magnitude, in a box of this plane.
///
/// Scalars are those of the function's domain. Gradient magnitudes are changes of the scalar per voxel length (the
/// smallest spacing): of a `normalised` function as a fraction of the window, so that 1 crosses all of it within one
/// voxel length; of a `value` function in the file's units.
struct TransferWidget {
    WidgetShape shape = WidgetShape::rectangle;
    double scalar_low = 0.0, scalar_high = 1.0;     ///< low < high
    double gradient_low = 0.0, gradient_high = 1.0; ///< 0 <= low < high; high <= 1 if normalised. A Gaussian's low may
                                                    ///< be down to -high
    glm::dvec3 color{1.0};
    double opacity = 1.0;              ///< where the shape is full; [0, 1] per voxel length
    std::optional<double> edge{};      ///< see edge_of(); [0, 1]
    std::vector<glm::dvec2> corners{}; ///< of a polygon, at least 3: shares [0, 1] of the sides of its box

    /// Opacity per voxel length at this scalar and gradient magnitude.
    double opacity_at(double scalar, double gradient) const;

    bool operator==(const TransferWidget &) const = default;
};

/// How soft the border of a shape is: the share of the way to its middle over which the opacity rises; 0 is hard. Where
/// the widget does not say, 0.2 of rectangles and polygons and 1 of triangles, which are full on their axis alone.
/// Gaussians have no border.
double edge_of(const TransferWidget &widget);

/// Sigmas of a Gaussian from its middle to the border of its box, beyond which it is 0.
constexpr double gaussian_reach = 3.0;

/// Piecewise linear colour and opacity; constant beyond the first and last point.
struct TransferFunction {
    std::string name;
    std::string description;
    TransferDomain domain = TransferDomain::normalised;
    std::vector<ColorPoint> colors;        ///< at least one; scalars ascend (equal neighbours make a step)
    std::vector<OpacityPoint> opacities;   ///< at least one; scalars ascend
    std::vector<TransferWidget> widgets{}; ///< empty: a function of the scalar alone; else these replace both lists

    /// Factors of `opacities` by the gradient magnitude (VTK: gradient opacity), linear between the points; gradients
    /// ascend. Empty: 1. Widgets are without.
    std::vector<GradientPoint> gradient_opacities{};

    /// Materials of composited samples that are shaded, linear between the points and constant beyond them; at most
    /// material_point_limit, scalars ascend. Empty: that of the light everywhere.
    std::vector<MaterialPoint> materials{};

    /// Light of its own, linear between the points and constant beyond them; at most emission_point_limit, scalars
    /// ascend. Empty: none.
    std::vector<EmissionPoint> emissions{};

    /// World length that opacities are told per (VTK: scalar opacity unit distance); 0: a voxel length.
    double opacity_distance = 0.0;

    /// The voxel length that opacities and gradients above are told per, in those of the volume that is drawn: 1, or
    /// 0.5 for that volume at half its resolution. Files do not keep it. > 0
    double unit_distance = 1.0;

    /// World length of a voxel of the volume that is drawn, and the mean of its spacings in voxel lengths: over_grid()
    /// sets them. Files do not keep them. > 0
    double voxel_length = 1.0, mean_spacing = 1.0;

    /// Whether gradient magnitudes make a difference.
    bool is_two_dimensional() const;

    /// Factor of the opacities at a gradient magnitude per voxel length of the volume that is drawn, and the largest up
    /// to there; 1 without gradient_opacities.
    double gradient_factor(double gradient) const;
    double largest_factor(double gradient) const;

    /// (r, g, b, opacity per voxel length of the volume that is drawn) at a scalar of this domain, exact in double
    /// precision.
    /// At a step the later of the points with equal scalars counts. Precondition: validate() would accept the function.
    glm::dvec4 evaluate(double scalar) const;

    /// The same at a scalar and a gradient magnitude per voxel length of the volume that is drawn. With widgets the
    /// opacity is 1 - product(1 - a_i) and the colour the mean of the widgets' colours weighted by a_i (that of the
    /// first widget where all a_i are 0); without, evaluate(scalar), its opacity as it is told times gradient_factor().
    glm::dvec4 evaluate(double scalar, double gradient) const;

    /// Upper bound of evaluate(scalar, g).a over all g; exact where at most one widget, no polygon, covers the scalar,
    /// and 0 exactly where every g gives 0.
    double max_opacity_over_gradients(double scalar) const;

    bool operator==(const TransferFunction &) const = default;

private:
    double drawn_opacity(double opacity) const;  ///< per voxel length of the volume that is drawn
    double told_gradient(double gradient) const; ///< as gradient_opacities have it
};

/// A transfer function that breaks a rule.
class InvalidTransfer : public UsageError {
public:
    InvalidTransfer(const TransferFunction &transfer, std::string where, const std::string &what_is_wrong)
        : UsageError("transfer function '" + transfer.name + "': " + where + " " + what_is_wrong),
          place(std::move(where)), problem(place + " " + what_is_wrong) {}
    std::string place;   ///< "colors[2].scalar", as in our files
    std::string problem; ///< "colors[2].scalar 0.5 is below ..."
};

/// @throws InvalidTransfer naming the first rule broken: a point list empty, not ascending, not finite or out of range
/// (normalised scalars outside 0 .. 1 included), or a widget without extent or out of range
void validate(const TransferFunction &transfer);

/// The interval of file values that normalised scalars 0 .. 1 stand for.
/// u8 data: [0, 255]; anything else: the data range (widened to length 1 if it is a single value).
ValueRange default_window(ScalarType type, ValueRange data_range);

/// The same function over file values: a `normalised` function stretched over `window` (its widgets' gradients then
/// count file values per voxel length); a `value` one unchanged.
/// @throws UsageError if the window of a `normalised` function is not min < max and finite
TransferFunction over_values(const TransferFunction &transfer, ValueRange window);

/// The same function for a volume of this grid: where a length in the world matters, it is known.
TransferFunction over_grid(TransferFunction transfer, const Grid &grid);

/// A transfer function sampled at equal distances, as the device reads it (linear interpolation between entries).
struct TransferTable {
    ValueRange domain;              ///< file values of the first and last entry; values beyond are clamped
    std::vector<glm::vec4> entries; ///< r, g, b and opacity *corrected to one step*; at least 2
};

/// 1 - (1 - opacity)^step: the opacity of a piece of a ray `step` voxel lengths long (thesis 3.6.5.3; design).
double correct_opacity(double opacity, double step);

/// Samples the lists (not the widgets) of a `value` function over the part of `data_range` in which it varies. Where it
/// costs little resolution the entries are moved onto whole numbers or whole fractions of one (the domain then grows a
/// little beyond that part), so that 8-bit data meet 256 entries exactly.
/// @param entries  at least 2
/// @param step     ray step in voxel lengths, > 0; opacities are corrected to it
/// @param whole_range  over all of `data_range`: for tables of two scalars, whose distance clamping would change
/// @throws UsageError for fewer than 2 entries or a step that is not positive
TransferTable sample_table(const TransferFunction &transfer, ValueRange data_range, int entries, double step,
                           bool whole_range = false);

/// Table length that loses nothing visible: 256 for 8-bit data (an entry for each value), else 1024.
int default_table_entries(ScalarType type);

} // namespace voxmarch
