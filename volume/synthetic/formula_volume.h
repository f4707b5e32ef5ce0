// Volumes of formulas: formula:NAME and formula:EXPRESSION as a VOLUME.
#pragma once

#include "volume/synthetic/expression.h"
#include "volume/synthetic/field.h"

#include <array>
#include <atomic>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// A formula that has a name.
struct NamedFormula {
    std::string_view name;        ///< "cayley"
    std::string_view text;        ///< an expression
    std::string_view description; ///< one line
};

std::span<const NamedFormula> named_formulas();

/// An expression on a lattice of voxels. The box of their centres is [-1, 1]^3, whatever their numbers.
struct FormulaVolume {
    std::string words;        ///< what the user wrote behind "formula:", with the size: "cayley:128"
    std::string text;         ///< an expression
    std::array<int, 3> sizes; ///< voxels along x, y, z, each in 1 .. 16384
};

/// What FORMULA[:N] and FORMULA[:NXxNYxNZ] mean, FORMULA being a name or an expression; N is 128 if it is left out.
/// Blanks around them mean nothing.
/// @throws UsageError for a size that is none; an expression is not read yet, see Expression
FormulaVolume formula_volume(std::string_view words);

/// f32, in a box of equal edges: the smallest spacing is 1. Origin 0.
VolumeHeader formula_header(const FormulaVolume &volume);

/// Coordinates of n voxels along an axis of the box.
std::vector<double> formula_coordinates(int n);

/// The voxels of an expression.
class FormulaField final : public SyntheticField {
public:
    /// @throws UsageError as Expression
    FormulaField(const std::string &text, const std::array<int, 3> &sizes);

    void fill(const VoxelBox &box, std::span<std::byte> out) const override;

    /// Whether a value that was asked for so far is NaN or beyond floats, where the voxel is 0.
    bool has_undefined() const { return has_undefined_; }

    /// Asks for the values of at most 33 voxels along each axis, the ends and the middle among them: what is undefined
    /// on either side of a surface, or in a plane of symmetry, is found without making all voxels.
    /// Cost: some milliseconds.
    void look_around() const;

private:
    Expression expression_;
    std::array<std::vector<double>, 3> coordinates_;
    mutable std::atomic<bool> has_undefined_ = false;

    void evaluate(std::span<const double> x, double y, double z, std::span<float> voxels) const;
};

} // namespace voxmarch
