// Transfer functions: scalar -> colour and opacity, piecewise linear between control points.
#pragma once

#include "voxmarch/error.h"
#include "voxmarch/types.h"
#include "voxmarch/volume.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch::v1 {

/// Colour at a scalar; r, g, b in [0, 1] (display values, not linear light).
struct ColorPoint {
    double scalar = 0.0;
    Vec3 color{0.0, 0.0, 0.0};
    bool operator==(const ColorPoint &) const = default;
};

/// Opacity at a scalar; [0, 1] per *one voxel length* (the smallest spacing).
struct OpacityPoint {
    double scalar = 0.0;
    double opacity = 0.0;
    bool operator==(const OpacityPoint &) const = default;
};

/// One material or boundary in the plane of scalar and gradient magnitude.
///
/// Scalars are those of the function's domain. Gradient magnitudes are changes of the scalar per voxel length (the
/// smallest spacing): of a `normalised` function as a fraction of the window, so that 1 crosses all of it within one
/// voxel length; of a `value` function in the file's units.
struct TransferWidget {
    WidgetShape shape = WidgetShape::rectangle;
    double scalar_low = 0.0, scalar_high = 1.0; ///< low < high
    double gradient_low = 0.0,
           gradient_high = 1.0; ///< 0 <= low < high, of a Gaussian -high <= low; high <= 1 if normalised
    Vec3 color{1.0, 1.0, 1.0};
    double opacity = 1.0;         ///< where the shape is full; [0, 1] per voxel length
    std::optional<double> edge{}; ///< share [0, 1] of the way from the border to the middle over which the opacity
                                  ///< rises; empty: 0.2, of triangles 1. Gaussians have none
    std::vector<std::array<double, 2>> corners{}; ///< of a polygon, at least 3: shares [0, 1] of the sides of its box
    bool operator==(const TransferWidget &) const = default;
};

/// Factor [0, 1] of the opacities at a gradient magnitude: the change of the scalar per mean of the three spacings.
struct GradientPoint {
    double gradient = 0.0;
    double factor = 1.0;
    bool operator==(const GradientPoint &) const = default;
};

/// What matter of a scalar makes of the light: factors of Phong's model in place of those of the scene's light.
struct MaterialPoint {
    double scalar = 0.0;
    double ambient = 0.3, diffuse = 0.8; ///< [0, 1], of the sample's colour
    double specular = 0.25;              ///< [0, 1], brightness of the highlight
    double shininess = 32.0;             ///< exponent, [1, 1000]
    bool operator==(const MaterialPoint &) const = default;
};

/// Light of its own that matter of a scalar sends out where light is traced.
struct EmissionPoint {
    double scalar = 0.0;
    double emission = 0.0; ///< [0, 100], radiance of dense matter, times its colour
    bool operator==(const EmissionPoint &) const = default;
};

/// Piecewise linear colour and opacity; constant beyond the first and last point. Functions that take one throw
/// UsageError naming the first rule that it breaks.
struct TransferFunction {
    std::string name{};
    std::string description{};
    TransferDomain domain = TransferDomain::normalised;
    std::vector<ColorPoint> colors{};      ///< at least one; scalars ascend (equal neighbours make a step)
    std::vector<OpacityPoint> opacities{}; ///< at least one; scalars ascend
    std::vector<TransferWidget> widgets{}; ///< empty: a function of the scalar alone; else these replace both lists
    std::vector<GradientPoint> gradient_opacities{}; ///< gradients ascend; empty: 1. Widgets are without
    std::vector<MaterialPoint> materials{};          ///< at most 8, scalars ascend; empty: that of the light
    std::vector<EmissionPoint> emissions{};          ///< at most 32, scalars ascend; empty: none
    double opacity_distance = 0.0;                   ///< world length that opacities are told per; 0: a voxel length
    bool operator==(const TransferFunction &) const = default;
};

/// r, g, b and opacity per voxel length at a scalar of the function's domain; widgets do not count.
VOXMARCH_API std::array<double, 4> evaluate(const TransferFunction &transfer, double scalar);

/// Names of all presets: "thesis", "ct-bone", "viridis", ...
VOXMARCH_API std::vector<std::string> transfer_presets();

/// @throws UsageError with the nearest names if there is no such preset
VOXMARCH_API TransferFunction transfer_preset(const std::string &name);

/// A function that makes a good first look at this volume. Its `description` says what was chosen and why.
VOXMARCH_API TransferFunction automatic_transfer(const Volume &volume, DataKind kind = DataKind::automatic);

/// Reads a file of voxmarch, ParaView, VTK, 3D Slicer, Inviwo or Voreen, or a picture (docs/transfer-format.md).
/// @param notes  gets what was ignored or assumed, a sentence each; null: nobody wants to know
/// @throws FileError naming line and field of what is wrong
VOXMARCH_API TransferFunction read_transfer(const std::filesystem::path &file,
                                            std::vector<std::string> *notes = nullptr);

/// Writes the format that the file's extension names; `format` ("paraview", ...) wins over it.
/// @throws UsageError for a function that breaks a rule or an unknown format, OutputError; the file appears whole or
/// not at all
VOXMARCH_API void write_transfer(const TransferFunction &transfer, const std::filesystem::path &file,
                                 std::vector<std::string> *notes = nullptr, const std::string &format = "");

/// The text of a function's file in voxmarch's own format (docs/transfer-format.md).
/// @throws UsageError for a function that breaks a rule
VOXMARCH_API std::string transfer_text(const TransferFunction &transfer);

/// @throws UsageError that says what is wrong with the text
VOXMARCH_API TransferFunction transfer_of_text(const std::string &text);

} // namespace voxmarch::v1
