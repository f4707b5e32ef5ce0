// Widgets in the plane of scalar and gradient magnitude, against their closed forms.
#include "base/error.h"
#include "transfer/transfer_function.h"

#include <cmath>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

/// A function with these widgets alone; the lists say something the widgets never say.
TransferFunction function_of(std::vector<TransferWidget> widgets, TransferDomain domain = TransferDomain::normalised) {
    return {"n", "", domain, {{0.0, {0.0, 0.0, 1.0}}}, {{0.0, 0.125}}, std::move(widgets)};
}

const TransferWidget box{WidgetShape::rectangle, 0.2, 0.6, 0.1, 0.5, {1, 0, 0}, 0.8};
const TransferWidget arch{WidgetShape::triangle, 0.4, 0.8, 0.1, 0.5, {0, 1, 0}, 0.5};

TransferWidget bell_box() {
    TransferWidget bell = box;
    bell.shape = WidgetShape::gaussian;
    bell.gradient_low = 0.125; // its middle is among the gradients that are tried
    return bell;
}

TEST(TransferWidget, RectangleIsFullInsideAndFallsOverItsOuterTenth) {
    EXPECT_DOUBLE_EQ(box.opacity_at(0.4, 0.3), 0.8);
    EXPECT_NEAR(box.opacity_at(0.241, 0.3), 0.8, 1e-12);
    EXPECT_NEAR(box.opacity_at(0.22, 0.3), 0.4, 1e-12); // half of the fall-off, 0.04 wide
    EXPECT_NEAR(box.opacity_at(0.59, 0.3), 0.2, 1e-12);
    EXPECT_NEAR(box.opacity_at(0.4, 0.11), 0.2, 1e-12);
    EXPECT_NEAR(box.opacity_at(0.4, 0.48), 0.4, 1e-12);
    EXPECT_NEAR(box.opacity_at(0.22, 0.11), 0.2, 1e-12); // the nearer side decides
    for (const auto &[s, g] : {std::pair{0.19, 0.3}, {0.61, 0.3}, {0.4, 0.09}, {0.4, 0.51}}) {
        EXPECT_EQ(box.opacity_at(s, g), 0.0);
    }
}

TEST(TransferWidget, RectangleOnTheGroundIsFullAtGradientZero) {
    TransferWidget ground = box;
    ground.gradient_low = 0.0;
    EXPECT_DOUBLE_EQ(ground.opacity_at(0.4, 0.0), 0.8);
    EXPECT_NEAR(ground.opacity_at(0.4, 0.475), 0.4, 1e-12); // the upper side keeps its fall-off of 0.05
}

TEST(TransferWidget, TriangleWidensUpwards) {
    EXPECT_NEAR(arch.opacity_at(0.6, 0.5), 0.5, 1e-12);
    EXPECT_NEAR(arch.opacity_at(0.6, 0.101), 0.5, 1e-12); // full all along the axis
    EXPECT_NEAR(arch.opacity_at(0.7, 0.5), 0.25, 1e-12);
    EXPECT_NEAR(arch.opacity_at(0.65, 0.3), 0.25, 1e-12); // half as wide at half the height
    EXPECT_NEAR(arch.opacity_at(0.71, 0.3), 0.0, 1e-12);
    EXPECT_EQ(arch.opacity_at(0.6, 0.09), 0.0);
    EXPECT_EQ(arch.opacity_at(0.6, 0.51), 0.0);
}

TEST(TransferWidget, EdgesAreAsSoftAsTheySay) {
    TransferWidget hard = box, soft = box, narrow = arch;
    hard.edge = 0.0;
    EXPECT_EQ(hard.opacity_at(0.2001, 0.1001), 0.8);
    EXPECT_EQ(hard.opacity_at(0.1999, 0.3), 0.0);
    soft.edge = 1.0; // full in the middle alone
    EXPECT_NEAR(soft.opacity_at(0.4, 0.3), 0.8, 1e-12);
    EXPECT_NEAR(soft.opacity_at(0.3, 0.3), 0.4, 1e-12);
    narrow.edge = 0.5;
    EXPECT_NEAR(narrow.opacity_at(0.7, 0.5), 0.5, 1e-12); // half of the way to the side
    EXPECT_NEAR(narrow.opacity_at(0.75, 0.5), 0.25, 1e-12);
}

TEST(TransferWidget, GaussianFallsByItsSigmas) {
    TransferWidget bell = box; // 0.4 and 0.3 in the middle, sigmas 0.2 / 3 each
    bell.shape = WidgetShape::gaussian;
    const double sigma = 0.2 / 3.0;
    EXPECT_NEAR(bell.opacity_at(0.4, 0.3), 0.8, 1e-12);
    EXPECT_NEAR(bell.opacity_at(0.4 + sigma, 0.3), 0.8 * std::exp(-0.5), 1e-12);
    EXPECT_NEAR(bell.opacity_at(0.4, 0.3 - 2.0 * sigma), 0.8 * std::exp(-2.0), 1e-12);
    EXPECT_NEAR(bell.opacity_at(0.4 + sigma, 0.3 + sigma), 0.8 * std::exp(-1.0), 1e-12);
    EXPECT_EQ(bell.opacity_at(0.4 + 3.01 * sigma, 0.3), 0.0);
    bell.gradient_low = -0.5; // on the ground: the middle at gradient 0
    EXPECT_NEAR(bell.opacity_at(0.4, 0.0), 0.8, 1e-12);
    EXPECT_NO_THROW(validate(function_of({bell})));
}

/// An hourglass, whose sides cross in the middle, and a square in a square, whose overlap is outside.
TEST(TransferWidget, PolygonsAreInsideByParity) {
    TransferWidget hourglass{
        WidgetShape::polygon, 0.0, 1.0, 0.1, 0.9, {1, 1, 1}, 0.5, 0.0, {{0, 0}, {1, 0}, {0, 1}, {1, 1}}};
    const auto at = [](const TransferWidget &widget, double x, double y) {
        return widget.opacity_at(x, 0.1 + 0.8 * y);
    };
    EXPECT_EQ(at(hourglass, 0.5, 0.2), 0.5);
    EXPECT_EQ(at(hourglass, 0.5, 0.8), 0.5);
    EXPECT_EQ(at(hourglass, 0.2, 0.5), 0.0);
    EXPECT_EQ(at(hourglass, 0.8, 0.5), 0.0);
    double area = 0.0;
    constexpr int parts = 400;
    for (int i = 0; i < parts * parts; ++i) {
        area += at(hourglass, (i % parts + 0.5) / parts, (i / parts + 0.5) / parts) / (0.5 * parts * parts);
    }
    EXPECT_NEAR(area, 0.5, 0.005);
    TransferWidget ring = hourglass;
    ring.corners = {{0, 0},       {1, 0},       {1, 1},       {0, 1},       {0, 0},
                    {0.25, 0.25}, {0.75, 0.25}, {0.75, 0.75}, {0.25, 0.75}, {0.25, 0.25}};
    EXPECT_EQ(at(ring, 0.5, 0.5), 0.0);
    EXPECT_EQ(at(ring, 0.9, 0.5), 0.5);
    TransferWidget soft = ring;
    soft.corners = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    soft.edge = 0.2; // a polygon that is a box is one
    TransferWidget as_box = soft;
    as_box.shape = WidgetShape::rectangle;
    for (double x = 0.013; x < 1.0; x += 0.05) {
        for (double y = 0.017; y < 1.0; y += 0.05) {
            EXPECT_NEAR(at(soft, x, y), at(as_box, x, y), 1e-12);
        }
    }
}

TEST(TransferWidget, RectanglesHaveTheirArea) {
    // Full over 0.8 of each side and half as much over the rest: the nearer side decides.
    double volume = 0.0;
    constexpr int parts = 1000;
    for (int i = 0; i < parts * parts; ++i) {
        volume += box.opacity_at(0.2 + 0.4 * (i % parts + 0.5) / parts, 0.1 + 0.4 * (i / parts + 0.5) / parts);
    }
    EXPECT_NEAR(volume / (0.8 * parts * parts), (1.0 + 0.8 + 0.64) / 3.0, 1e-5); // a frustum
}

TEST(GradientOpacities, MultiplyTheOpacityThatIsTold) {
    TransferFunction transfer{"n", "", TransferDomain::value, {{0, {1, 0, 0}}}, {{0, 0.0}, {100, 0.8}}};
    EXPECT_FALSE(transfer.is_two_dimensional());
    transfer.gradient_opacities = {{0, 1.0}, {50, 1.0}};
    EXPECT_FALSE(transfer.is_two_dimensional()) << "changes nothing";
    transfer.gradient_opacities = {{10, 0.0}, {20, 0.5}, {20, 1.0}};
    EXPECT_TRUE(transfer.is_two_dimensional());
    EXPECT_EQ(transfer.evaluate(50, 5).a, 0.0);
    EXPECT_NEAR(transfer.evaluate(50, 15).a, 0.4 * 0.25, 1e-12);
    EXPECT_NEAR(transfer.evaluate(50, 30).a, 0.4, 1e-12);
    EXPECT_NEAR(transfer.evaluate(50).a, 0.4, 1e-12) << "of the scalar alone";
    EXPECT_EQ(transfer.largest_factor(5), 0.0);
    EXPECT_NEAR(transfer.largest_factor(15), 0.25, 1e-12);
    EXPECT_EQ(transfer.largest_factor(20), 1.0);
    EXPECT_NEAR(transfer.max_opacity_over_gradients(50), 0.4, 1e-12);
    // Spacings 1, 1, 4: a voxel length is 1 and the mean 2, as VTK has it, so that gradients count twice.
    Grid grid;
    grid.spacing = {1, 1, 4};
    EXPECT_NEAR(over_grid(transfer, grid).evaluate(50, 7.5).a, 0.4 * 0.25, 1e-12);
    transfer.opacity_distance = 2.0; // the product is per length 2, a voxel is half of it
    EXPECT_NEAR(over_grid(transfer, grid).evaluate(50, 7.5).a, 1.0 - std::sqrt(0.9), 1e-12);
    EXPECT_NEAR(
        over_values({"n", "", TransferDomain::normalised, {{0, {1, 0, 0}}}, {{0, 1.0}}, {}, {{0.1, 0}, {0.2, 1}}},
                    {-100, 100})
            .evaluate(0, 30)
            .a,
        0.5, 1e-12);
}

TEST(TransferWidget, OverlapsCompose) {
    const TransferFunction both = function_of({box, arch});
    const glm::dvec4 here = both.evaluate(0.55, 0.3); // box 0.8, arch 0.25
    EXPECT_NEAR(here.a, 1.0 - 0.2 * 0.75, 1e-12);
    EXPECT_NEAR(here.r, 0.8 / 1.05, 1e-12);
    EXPECT_NEAR(here.g, 0.25 / 1.05, 1e-12);
    EXPECT_EQ(both.evaluate(0.9, 0.3).a, 0.0);
    EXPECT_EQ(function_of({}).evaluate(0.4, 0.3), function_of({}).evaluate(0.4));
}

TEST(TransferWidget, BoundHoldsOverAllGradients) {
    for (const TransferFunction &transfer : {function_of({box}), function_of({arch}), function_of({bell_box()}),
                                             function_of({box, arch}), function_of({})}) {
        for (double scalar = 0.0; scalar <= 1.0; scalar += 0.0078125) {
            double largest = 0.0;
            for (double gradient = 0.0; gradient <= 1.0; gradient += 0.00390625) {
                largest = std::max(largest, transfer.evaluate(scalar, gradient).a);
            }
            const double bound = transfer.max_opacity_over_gradients(scalar);
            EXPECT_GE(bound, largest - 1e-12) << scalar;
            EXPECT_EQ(bound > 0.0, largest > 0.0) << scalar;
            if (transfer.widgets.size() < 2) {
                EXPECT_NEAR(bound, largest, 1e-12) << scalar;
            }
        }
    }
}

TEST(TransferWidget, StretchingKeepsTheFunction) {
    const TransferFunction normalised = function_of({box, arch});
    const TransferFunction values = over_values(normalised, {-1000.0, 1000.0});
    for (double scalar = 0.005; scalar < 1.0; scalar += 0.01) {
        for (double gradient = 0.005; gradient < 1.0; gradient += 0.03) {
            const glm::dvec4 a = normalised.evaluate(scalar, gradient);
            const glm::dvec4 b = values.evaluate(-1000.0 + 2000.0 * scalar, 2000.0 * gradient);
            EXPECT_NEAR(a.a, b.a, 1e-9);
            EXPECT_NEAR(a.r, b.r, 1e-9);
        }
    }
}

TEST(TransferWidget, BrokenWidgetsAreNamed) {
    const auto problem = [](void (*harm)(TransferWidget &), TransferDomain domain) -> std::string {
        TransferWidget widget = arch;
        harm(widget);
        try {
            validate(function_of({box, widget}, domain));
        } catch (const UsageError &error) {
            return error.what();
        }
        return "";
    };
    const TransferDomain normalised = TransferDomain::normalised;
    EXPECT_EQ(problem([](TransferWidget &) {}, normalised), "");
    const auto names = [](const std::string &text, const char *field) { return text.find(field) != std::string::npos; };
    EXPECT_TRUE(
        names(problem([](TransferWidget &w) { w.scalar_low = w.scalar_high; }, normalised), "widgets[1].scalar"));
    EXPECT_TRUE(names(problem([](TransferWidget &w) { w.scalar_high = 2; }, normalised), "widgets[1].scalar"));
    EXPECT_TRUE(names(problem([](TransferWidget &w) { w.gradient_low = -1; }, normalised), "widgets[1].gradient"));
    EXPECT_TRUE(names(problem([](TransferWidget &w) { w.gradient_high = NAN; }, normalised), "widgets[1].gradient"));
    EXPECT_TRUE(names(problem([](TransferWidget &w) { w.color.b = 1.5; }, normalised), "widgets[1].rgb[2]"));
    EXPECT_TRUE(names(problem([](TransferWidget &w) { w.opacity = -0.5; }, normalised), "widgets[1].opacity"));
    EXPECT_TRUE(names(problem([](TransferWidget &w) { w.edge = 1.5; }, normalised), "widgets[1].edge"));
    EXPECT_TRUE(
        names(problem([](TransferWidget &w) { w.shape = WidgetShape::polygon; }, normalised), "widgets[1].corners"));
    EXPECT_TRUE(names(problem(
                          [](TransferWidget &w) {
                              w.corners = {{0, 0}, {1, 0}, {0, 1}};
                          },
                          normalised),
                      "widgets[1].corners"));
    EXPECT_TRUE(names(problem(
                          [](TransferWidget &w) {
                              w.shape = WidgetShape::polygon;
                              w.corners = {{0, 0}, {1, 0}, {0, 2}};
                          },
                          normalised),
                      "widgets[1].corners[2][1]"));
    EXPECT_EQ(problem([](TransferWidget &w) { w.scalar_high = w.gradient_high = 3000; }, TransferDomain::value), "");
}

} // namespace
} // namespace voxmarch
