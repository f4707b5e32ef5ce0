// Functions of x, y and z that a user writes: 1 - 16*x*y*z - 4*(x^2 + y^2 + z^2).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// An expression of numbers, pi, x, y, z, + - * / ^ (to a whole power), unary minus, parentheses, sqrt, abs, min, max,
/// sin, cos and exp. The minus sign of mathematics (U+2212) is a minus, too. It reads nothing and writes nothing, and
/// its cost is bounded by its length: it has no loops, and powers are at most the 64th.
///
/// Values are doubles, every operation rounded by itself and in the order that is written, so that the host and
/// devices with doubles get the same bits (kernels/shared/formula_functions.h); a voxel is the float nearest to it, and
/// 0 where a value is no number or beyond floats.
class Expression {
public:
    static constexpr std::size_t most_characters = 1000;
    static constexpr int most_depth = 50; ///< of parentheses and signs within each other
    static constexpr int most_power = 64;

    /// @throws UsageError that names the column, from 1, and what is wrong there
    explicit Expression(std::string_view text);

    /// The voxels of a row, at each x. Of any number of threads at a time.
    /// @return whether all values are finite floats
    bool evaluate(std::span<const double> x, double y, double z, std::span<float> voxels) const;

    /// A kernel file with the same as a function `static double formula(double x, double y, double z)`. It is made of
    /// what was understood, never of the user's text.
    std::string opencl() const;

    /// Steps in the order in which they are taken: each takes its operands from the end of a list of values and
    /// appends its result.
    enum class Operation {
        number,
        x,
        y,
        z,
        negate,
        square_root,
        absolute,
        sine,
        cosine,
        exponential,
        power,
        add,
        subtract,
        multiply,
        divide,
        minimum,
        maximum
    };
    struct Step {
        Operation operation;
        double number = 0.0; ///< of `number`; the exponent of `power`
    };

private:
    std::vector<Step> steps_;
};

} // namespace voxmarch
