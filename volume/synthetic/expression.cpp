// Evaluates expressions row by row, and writes them as OpenCL C. Built without contraction of products with sums.
#include "volume/synthetic/expression.h"

#include "kernels/shared/formula_functions.h"
#include "volume/synthetic/expression_parser.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

using Operation = Expression::Operation;

enum class Kind { leaf, unary, binary };

Kind kind_of(Operation operation) {
    return operation < Operation::negate ? Kind::leaf : operation < Operation::add ? Kind::unary : Kind::binary;
}

/// Most values that wait at a time.
std::size_t stack_size(std::span<const Expression::Step> steps) {
    std::size_t now = 0, most = 0;
    for (const Expression::Step &step : steps) {
        const Kind kind = kind_of(step.operation);
        now += kind == Kind::leaf ? 1u : 0u;
        now -= kind == Kind::binary ? 1u : 0u;
        most = std::max(most, now);
    }
    return most;
}

template <typename Function> void change_each(std::span<double> values, Function function) {
    for (double &value : values) {
        value = function(value);
    }
}

template <typename Function> void join_each(std::span<double> left, std::span<const double> right, Function function) {
    for (std::size_t i = 0; i < left.size(); ++i) {
        left[i] = function(left[i], right[i]);
    }
}

void put_leaf(const Expression::Step &step, std::span<const double> x, double y, double z, std::span<double> values) {
    if (step.operation == Operation::x) {
        std::ranges::copy(x, values.begin());
    } else {
        std::ranges::fill(values, step.operation == Operation::y   ? y
                                  : step.operation == Operation::z ? z
                                                                   : step.number);
    }
}

void change(const Expression::Step &step, std::span<double> values) {
    switch (step.operation) {
    case Operation::square_root: return change_each(values, [](double value) { return std::sqrt(value); });
    case Operation::absolute: return change_each(values, [](double value) { return std::abs(value); });
    case Operation::sine: return change_each(values, formula_sin);
    case Operation::cosine: return change_each(values, formula_cos);
    case Operation::exponential: return change_each(values, formula_exp);
    case Operation::power:
        return change_each(
            values, [power = static_cast<int>(step.number)](double value) { return formula_power(value, power); });
    default: return change_each(values, [](double value) { return -value; });
    }
}

void join(Operation operation, std::span<double> left, std::span<const double> right) {
    switch (operation) {
    case Operation::add: return join_each(left, right, [](double a, double b) { return a + b; });
    case Operation::subtract: return join_each(left, right, [](double a, double b) { return a - b; });
    case Operation::multiply: return join_each(left, right, [](double a, double b) { return a * b; });
    case Operation::divide: return join_each(left, right, [](double a, double b) { return a / b; });
    case Operation::minimum: return join_each(left, right, formula_min);
    default: return join_each(left, right, formula_max);
    }
}

std::string changed_text(const Expression::Step &step, const std::string &value) {
    switch (step.operation) {
    case Operation::square_root: return "sqrt(" + value + ")";
    case Operation::absolute: return "fabs(" + value + ")";
    case Operation::sine: return "formula_sin(" + value + ")";
    case Operation::cosine: return "formula_cos(" + value + ")";
    case Operation::exponential: return "formula_exp(" + value + ")";
    case Operation::power: return fmt::format("formula_power({}, {})", value, static_cast<int>(step.number));
    default: return "(-" + value + ")";
    }
}

std::string joined_text(Operation operation, const std::string &left, const std::string &right) {
    switch (operation) {
    case Operation::add: return "(" + left + " + " + right + ")";
    case Operation::subtract: return "(" + left + " - " + right + ")";
    case Operation::multiply: return "(" + left + " * " + right + ")";
    case Operation::divide: return "(" + left + " / " + right + ")";
    case Operation::minimum: return "formula_min(" + left + ", " + right + ")";
    default: return "formula_max(" + left + ", " + right + ")";
    }
}

std::string leaf_text(const Expression::Step &step) {
    switch (step.operation) {
    case Operation::x: return "x";
    case Operation::y: return "y";
    case Operation::z: return "z";
    default: return fmt::format("{:.16e}", step.number); // all digits, and always a double
    }
}

} // namespace

Expression::Expression(std::string_view text) : steps_(parse_expression(text)) {}

bool Expression::evaluate(std::span<const double> x, double y, double z, std::span<float> voxels) const {
    const std::size_t count = x.size();
    std::vector<double> stack(stack_size(steps_) * count);
    const auto level = [&](std::size_t i) { return std::span(stack).subspan(i * count, count); };
    std::size_t values = 0;
    for (const Step &step : steps_) {
        switch (kind_of(step.operation)) {
        case Kind::leaf: put_leaf(step, x, y, z, level(values++)); break;
        case Kind::unary: change(step, level(values - 1)); break;
        case Kind::binary:
            --values;
            join(step.operation, level(values - 1), level(values));
            break;
        }
    }
    std::ranges::transform(level(0), voxels.begin(), formula_voxel);
    return std::ranges::all_of(level(0), [](double value) { return std::abs(value) <= FLT_MAX; });
}

std::string Expression::opencl() const {
    std::vector<std::string> stack;
    for (const Step &step : steps_) {
        switch (kind_of(step.operation)) {
        case Kind::leaf: stack.push_back(leaf_text(step)); break;
        case Kind::unary: stack.back() = changed_text(step, stack.back()); break;
        case Kind::binary: {
            const std::string right = std::move(stack.back());
            stack.pop_back();
            stack.back() = joined_text(step.operation, stack.back(), right);
            break;
        }
        }
    }
    return "// The expression of a volume.\n// Provides: formula.   Requires: formula_functions.h.\n\n"
           "static double formula(double x, double y, double z) { return " +
           stack.back() + "; }\n";
}

} // namespace voxmarch
