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
    for (const TransferFunction &transfer :
         {function_of({box}), function_of({arch}), function_of({box, arch}), function_of({})}) {
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
    EXPECT_EQ(problem([](TransferWidget &w) { w.scalar_high = w.gradient_high = 3000; }, TransferDomain::value), "");
}

} // namespace
} // namespace voxmarch
