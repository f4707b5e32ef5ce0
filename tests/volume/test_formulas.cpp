// Expressions against closed forms written in C++, what is no expression, and the volumes of formulas.
#include "base/error.h"
#include "brick_checks.h"
#include "kernels/shared/formula_functions.h"
#include "volume/formats/read.h"
#include "volume/synthetic/formula_volume.h"
#include "volume/synthetic/synthetic.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>

namespace voxmarch::testing {
namespace {

float value_of(std::string_view text, double x, double y, double z) {
    float value = -1.0f;
    Expression(text).evaluate(std::span(&x, 1), y, z, std::span(&value, 1));
    return value;
}

/// At places of all signs; not one bit of difference.
void expect_form(std::string_view text, const std::function<double(double, double, double)> &form) {
    for (const double x : {-1.0, -0.3, 0.0, 0.7}) {
        for (const double y : {-0.9, 0.1, 0.5}) {
            for (const double z : {-0.8, 0.2, 1.0}) {
                EXPECT_EQ(value_of(text, x, y, z), static_cast<float>(form(x, y, z)))
                    << text << " at " << x << ", " << y << ", " << z;
            }
        }
    }
}

TEST(Expressions, FollowTheirClosedForms) {
    expect_form("1 - 16*x*y*z - 4*(x^2 + y^2 + z^2)",
                [](double x, double y, double z) { return 1.0 - 16.0 * x * y * z - 4.0 * (x * x + y * y + z * z); });
    expect_form("-x^2", [](double x, double, double) { return -(x * x); });
    expect_form("--x - -y", [](double x, double y, double) { return x + y; });
    expect_form("x - y - z", [](double x, double y, double z) { return (x - y) - z; });
    expect_form("x / 3 / (y + 2) * z", [](double x, double y, double z) { return x / 3.0 / (y + 2.0) * z; });
    expect_form("x - y * z + 2 * x", [](double x, double y, double z) { return (x - y * z) + 2.0 * x; });
    expect_form("(x - y)*(z + .5)", [](double x, double y, double z) { return (x - y) * (z + 0.5); });
    expect_form("x^3 - y^1 + z^0", [](double x, double y, double) { return x * x * x - y + 1.0; });
    expect_form("(x^2)^2", [](double x, double, double) { return (x * x) * (x * x); });
    expect_form("1.5e-1*x+2E2", [](double x, double, double) { return 0.15 * x + 200.0; });
    expect_form("2*pi*x", [](double x, double, double) { return 2.0 * std::numbers::pi * x; });
    expect_form("sqrt(abs(x))", [](double x, double, double) { return std::sqrt(std::abs(x)); });
    expect_form("min(x,max(y,z))", [](double x, double y, double z) { return std::min(x, std::max(y, z)); });
    expect_form("sin(3*x)+cos(5*y)*exp(-z)",
                [](double x, double y, double z) { return std::sin(3.0 * x) + std::cos(5.0 * y) * std::exp(-z); });
}

TEST(Expressions, PowersOfNoNumberAreNoNumber) {
    EXPECT_TRUE(std::isnan(formula_exp(std::numeric_limits<double>::quiet_NaN())));
    EXPECT_EQ(value_of("exp(x/y)", 0.0, 0.0, 0.0), 0.0f);
}

TEST(Expressions, RowsAreTheirPlaces) {
    const Expression expression("sin(9*x)*y - exp(z)*x^5");
    const std::vector<double> x{-1.0, -0.25, 0.0, 0.5, 0.75};
    std::vector<float> row(x.size());
    expression.evaluate(x, 0.3, -0.2, row);
    for (std::size_t i = 0; i < x.size(); ++i) {
        EXPECT_EQ(row[i], value_of("sin(9*x)*y - exp(z)*x^5", x[i], 0.3, -0.2));
    }
}

TEST(Expressions, FunctionsAreThoseOfTheLibraryButForTheLastBits) {
    const auto expect_near = [](double value, double expected, double x) {
        const double unit = std::max(std::abs(expected), 1e-3) * std::numeric_limits<double>::epsilon();
        EXPECT_NEAR(value, expected, 4.0 * unit) << x;
    };
    for (int i = -20000; i <= 20000; ++i) {
        const double x = 0.00173 * i, far = 4.9 * i;
        expect_near(formula_sin(x), std::sin(x), x);
        expect_near(formula_cos(x), std::cos(x), x);
        expect_near(formula_sin(far), std::sin(far), far);
        expect_near(formula_cos(far), std::cos(far), far);
        expect_near(formula_exp(x), std::exp(x), x);
    }
    EXPECT_EQ(formula_sin(0.0), 0.0);
    EXPECT_EQ(formula_cos(0.0), 1.0);
    EXPECT_EQ(formula_exp(0.0), 1.0);
    EXPECT_EQ(formula_exp(-2000.0), 0.0);
}

TEST(Expressions, AVoxelIsFinite) {
    for (const char *text : {"1/x", "sqrt(x-1)", "0/x", "exp(1000)", "-exp(1000)", "1e300*1e300", "1e39", "sin(1/x)"}) {
        EXPECT_EQ(value_of(text, 0.0, 0.5, 0.5), 0.0f) << text;
    }
    EXPECT_EQ(value_of("3e38", 0.0, 0.0, 0.0), 3e38f);
}

TEST(Expressions, MistakesAreToldWithTheirColumn) {
    const auto expect_told = [](const std::string &text, const std::string &part) {
        try {
            const Expression expression(text);
            ADD_FAILURE() << text << " was taken";
        } catch (const UsageError &error) {
            EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
        }
    };
    expect_told("", "column 1 of '': a number, a variable or a function is missing at the end");
    expect_told("x + ", "column 5 of");
    expect_told("x + * y", "column 5 of 'x + * y': a number, a variable or a function is missing before '*'");
    expect_told("2*(x", "column 5 of '2*(x': ')' is missing at the end");
    expect_told("(x y)", "column 4 of '(x y)': ')' is missing before 'y'");
    expect_told("x)", "column 2 of 'x)': ')' cannot stand here");
    expect_told("3x", "column 2 of '3x': an operator is missing before 'x'");
    expect_told("x % y", "column 3 of 'x % y': '%' cannot stand here");
    expect_told("x + pow(y,2)", "column 5 of 'x + pow(y,2)': 'pow' is none of x, y, z, pi, sqrt, abs,");
    const std::string ones = "1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1";
    expect_told(ones + "+!+" + ones, "column 61 of '...1+1+1+1+1+1+1+1+1+1+!+1+1+1+1+1+1+1+1+1+...': a number");
    expect_told("X", "'X' is none of");
    expect_told("sin x", "column 1 of 'sin x': 'sin' needs parentheses");
    expect_told("min(x)", "'min' takes two values with a comma");
    expect_told("min(x,y,z)", "'min' takes two values");
    expect_told("sin(x,y)", "'sin' takes one value");
    expect_told("x^y", "column 3 of 'x^y': powers are whole numbers from 0 to 64");
    expect_told("x^-1", "column 3 of");
    expect_told("x^2.5", "column 3 of");
    expect_told("x^65", "column 3 of");
    expect_told("x^2e1", "column 3 of");
    expect_told("x^2^3", "column 4 of 'x^2^3': of a power of a power one must stand in parentheses");
    expect_told("1e999", "column 1 of '1e999': this is no number of double precision");
    expect_told(".", "column 1 of");
    expect_told("x; system(y)", "column 2 of 'x; system(y)': ';' cannot stand here");
    expect_told("x + {} + y", "column 5 of");
    expect_told("x + \xff", "column 5 of");
    expect_told("\u2212x + * y", "column 6 of '-x + * y'");
    expect_told(std::string(51, '(') + "x" + std::string(51, ')'), "column 51 of");
    expect_told(std::string(60, '-') + "x", "more than 50 parentheses or signs");
    expect_told("x" + std::string(1000, ' '), "the expression has 1001 characters; 1000 are allowed");
    EXPECT_NO_THROW(Expression(std::string(49, '(') + "x" + std::string(49, ')')));
}

TEST(Expressions, OpenClIsMadeOfWhatWasUnderstood) {
    const std::string text = Expression("-x^2 + 2*min(y,z)/sin(1)").opencl();
    EXPECT_EQ(text.substr(text.find("static")),
              "static double formula(double x, double y, double z) { return ((-formula_power(x, 2)) + "
              "((2.0000000000000000e+00 * formula_min(y, z)) / formula_sin(1.0000000000000000e+00))); }\n");
}

TEST(FormulaVolumes, CayleyIsTheSyntheticOneToTheBit) {
    for (const int n : {1, 2, 33, 64}) {
        const Volume volume = read_volume("formula:cayley:" + std::to_string(n));
        EXPECT_TRUE(std::ranges::equal(volume.bytes(), synthesize("cayley", n, ScalarType::f32).bytes())) << n;
    }
}

TEST(FormulaVolumes, FillTheBoxWhateverTheirNumbersOfVoxels) {
    const Volume volume = read_volume("formula:x + 10*y + 100*z:3x5x9");
    EXPECT_EQ(volume.grid().dims, (std::array{3, 5, 9}));
    EXPECT_EQ(volume.grid().spacing, glm::dvec3(4.0, 2.0, 1.0));
    EXPECT_EQ(volume.header().format, "formula");
    EXPECT_EQ(volume.header().name, "x + 10*y + 100*z:3x5x9");
    for (int z = 0; z < 9; ++z) {
        for (int y = 0; y < 5; ++y) {
            for (int x = 0; x < 3; ++x) {
                const double expected = (x - 1.0) + 10.0 * (y - 2.0) / 2.0 + 100.0 * (z - 4.0) / 4.0;
                EXPECT_EQ(volume.value(x, y, z), expected) << x << ' ' << y << ' ' << z;
            }
        }
    }
    EXPECT_EQ(read_volume("formula:x").grid().dims, (std::array{128, 128, 128}));
    EXPECT_EQ(read_volume("formula:x:1x1x2").grid().spacing, glm::dvec3(1.0));
}

TEST(FormulaVolumes, AreMadeBoxByBoxAndHaveLevels) {
    for (const NamedFormula &formula : named_formulas()) {
        const std::string source = "formula:" + std::string(formula.name) + ":45x30x37";
        expect_boxes(*open_bricks(source), read_volume(source), 12);
    }
    const auto bricks = open_bricks("formula:x*y:200x1x300");
    ASSERT_GE(bricks->level_count(), 2);
    const Grid half = bricks->grid(1);
    EXPECT_EQ(half.dims, (std::array{100, 1, 150}));
    for (const int axis : {0, 1, 2}) {
        const auto i = static_cast<std::size_t>(axis);
        EXPECT_NEAR(half.spacing[axis] * std::max(half.dims[i] - 1, 1),
                    bricks->grid(0).spacing[axis] * std::max(bricks->grid(0).dims[i] - 1, 1), 1e-9);
    }
    const auto voxels = read_box(*bricks, 1, {{0, 0, 149}, {1, 1, 150}});
    float corner = 1.0f;
    std::memcpy(&corner, voxels.data(), sizeof corner);
    EXPECT_EQ(corner, 0.0f); // x = -1, y = 0
}

TEST(FormulaVolumes, BodiesFillAsManyVoxelsAsTheModelsTheyStandFor) {
    const std::pair<const char *, double> of_512[] = {{"statue", 5269400.0},
                                                      {"rabbit", 20669804.0},
                                                      {"pelvis", 4942014.0},
                                                      {"rings", 19494912.0},
                                                      {"bust", 11205574.0}};
    for (const auto &[name, voxels] : of_512) {
        const Volume volume = read_volume(std::string("formula:") + name + ":96");
        const auto values = volume.voxels<float>();
        const auto inside = static_cast<double>(std::ranges::count_if(values, [](float v) { return v >= 0.0f; }));
        EXPECT_NEAR(inside * std::pow(511.0 / 95.0, 3) / voxels, 1.0, 0.02) << name;
        EXPECT_EQ(volume.range().min, -0.05f);
        EXPECT_EQ(volume.range().max, 0.05f); // benchmarks take the middle
    }
}

TEST(FormulaVolumes, BlanksAndTypesetMinusSignsAreRead) {
    for (const std::string source : {"formula:x-y: 3", "formula: x-y :3 x 3 x3 ", "formula:x\u2212y:3"}) {
        const Volume volume = read_volume(source);
        EXPECT_EQ(volume.grid().dims, (std::array{3, 3, 3})) << source;
        EXPECT_EQ(volume.value(2, 0, 1), 2.0) << source;
    }
    EXPECT_EQ(read_volume("formula: sphere :4").header().name, "sphere:4");
    EXPECT_EQ(Expression("\u2212x \u2212 \u2212y").opencl(), Expression("-x - -y").opencl());
}

TEST(FormulaVolumes, WhatIsUndefinedIsTold) {
    const auto notes = [](const std::string &source, bool of_header) {
        return of_header ? read_volume_header(source).notes : read_volume(source).header().notes;
    };
    // Half of all voxels; one of them; a corner; a plane in the middle; beyond floats, not beyond doubles.
    for (const char *text : {"sqrt(x)", "1/(x^2+y^2+z^2)", "1/(x+y+z-3)", "x/y", "exp(100*x)"}) {
        for (const bool of_header : {true, false}) {
            const auto found = notes(std::string("formula:") + text + ":65", of_header);
            ASSERT_EQ(found.size(), 1u) << text;
            EXPECT_EQ(found[0].text, "The formula is NaN or infinite at some voxels, which are 0.");
        }
    }
    // Undefined between the voxels that are looked at first: told once they are made.
    EXPECT_TRUE(notes("formula:1/(x-0.03125):65", true).empty());
    EXPECT_EQ(notes("formula:1/(x-0.03125):65", false).size(), 1u);
    for (const char *text : {"sqrt(x^2+y^2)", "1/(x+2)", "exp(80*x)"}) {
        EXPECT_TRUE(notes(std::string("formula:") + text + ":65", false).empty()) << text;
    }
    for (const NamedFormula &formula : named_formulas()) {
        EXPECT_TRUE(notes("formula:" + std::string(formula.name) + ":33", false).empty()) << formula.name;
    }
}

TEST(FormulaVolumes, WrongOnesAreRefused) {
    for (const std::string source :
         {"formula:cayly", "formula:bumpy", "formula:x:0", "formula:x:16385", "formula:x:3x4", "formula:x:3x4x5x6",
          "formula:x:", "formula::3", "formula:x:y", "formula:x+:8", "formula:x:3x-4x5"}) {
        EXPECT_THROW(read_volume_header(source), UsageError) << source;
    }
    EXPECT_NO_THROW(read_volume_header("formula:x-y-z:4"));
    EXPECT_NO_THROW(read_volume_header("formula:bumpy-cayley:16384"));
}

} // namespace
} // namespace voxmarch::testing
