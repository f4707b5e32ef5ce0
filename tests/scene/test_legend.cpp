// Legends fill the height that is free: bars of channels, or keys in their place, and rows of labels.
#include "scene/figure/figure_parts.h"
#include "tests/scene/figure_scene.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <string>

namespace voxmarch {
namespace {

/// Two channels that are seen, a hidden one between them.
Scene channels_of(FigureFacts &facts) {
    Scene scene = scene_of(facts);
    scene.figure.legend = true;
    TransferFunction second = scene.transfer;
    second.colors = {{0.0, {0.0, 0.0, 0.0}}, {1.0, {0.0, 0.5, 1.0}}};
    second.opacities = {{0.0, 0.0}, {0.5, 0.0}, {1.0, 1.0}};
    scene.other_channels = {{scene.transfer, {}, {1.0, false}}, {second, {}, {}}};
    facts.transfers = {scene.transfer, scene.transfer, second};
    facts.channel_names = {"CT.nrrd", "hidden", "PET.nrrd"};
    facts.channel_units = {" HU", "", ""};
    facts.windows = {{0.0, 100.0}, {0.0, 1.0}, {0.0, 4.0}};
    facts.ranges = facts.windows;
    return scene;
}

TEST(Legend, channels_have_a_bar_each_with_name_unit_and_ticks) {
    FigureFacts facts;
    const Scene scene = channels_of(facts);
    const Figure figure = make_figure(scene, facts);
    const std::vector<FigureRamp> ramps = shapes_of<FigureRamp>(figure);
    ASSERT_EQ(ramps.size(), 2u);
    EXPECT_EQ(ramps[0].colors.back(), glm::dvec4(1.0, 0.5, 0.25, 1.0));
    EXPECT_EQ(ramps[1].colors.back(), glm::dvec4(0.0, 0.5, 1.0, 1.0));
    EXPECT_LT(ramps[0].high.y, ramps[1].low.y);
    EXPECT_TRUE(has_text(figure, "CT.nrrd, HU") && has_text(figure, "PET.nrrd"));
    EXPECT_FALSE(has_text(figure, "hidden"));
    std::array<int, 2> ticks{};
    for (const FigureText &text : shapes_of<FigureText>(figure)) {
        if (text.anchor.y == 0.5) { // titles lie by their upper edge
            const std::size_t which = text.at.y < ramps[1].low.y - 0.1 ? 0 : 1;
            const double share = std::stod(text.text) / facts.windows[2 * which].max;
            const FigureRamp &ramp = ramps[which];
            EXPECT_NEAR(text.at.y, ramp.high.y - share * (ramp.high.y - ramp.low.y), 1e-6) << text.text;
            ++ticks[which];
        }
    }
    EXPECT_GE(ticks[0], 2);
    EXPECT_GE(ticks[1], 2);
}

TEST(Legend, channels_without_room_for_bars_have_the_colour_in_the_middle_of_what_is_seen) {
    FigureFacts facts;
    Scene scene = channels_of(facts);
    scene.figure.text_height = 20.0;
    for (const int height : {200, 800}) { // 168 pixels for two bars of 135 at least
        scene.height = height;
        const Figure figure = make_figure(scene, facts);
        const std::vector<FigureArea> areas = shapes_of<FigureArea>(figure);
        EXPECT_EQ(shapes_of<FigureRamp>(figure).size(), height == 800 ? 2u : 0u);
        ASSERT_EQ(areas.size(), height == 800 ? 0u : 2u);
        if (height == 200) {
            EXPECT_EQ(texts_of(figure), (std::vector<std::string>{"CT.nrrd", "PET.nrrd"}));
            const glm::dvec4 half(0.5, 0.25, 0.125, 1.0), three_quarters(0.0, 0.375, 0.75, 1.0);
            EXPECT_LT(glm::distance(areas[0].color, half), 0.01) << "seen from 0 to 1";
            EXPECT_LT(glm::distance(areas[1].color, three_quarters), 0.01) << "seen from 0.5 to 1";
        }
    }
}

TEST(Legend, rows_of_a_legend_fill_the_height_that_is_free) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    scene.figure.legend = true;
    scene.figure.text_height = 10.0;
    scene.labels = "labels.nrrd";
    for (const int height : {96, 160, 240, 480}) {
        scene.height = height;
        // Rows of 15 pixels, between margins of 8, below a bar of four ticks with its margins.
        const double bar = std::min(72.0, std::min(0.4 * height, 0.6 * (height - 16.0)));
        const double left = height - 16.0 - 17.0;
        const int most = static_cast<int>((left - std::min(bar, left - 30.0)) / 15.0 + 1e-6);
        for (const int labels : {most, most + 1, most + 50}) {
            scene.label_styles.assign(static_cast<std::size_t>(labels), {1.0f, glm::vec3(0.5f)});
            const Figure figure = make_figure(scene, facts);
            EXPECT_EQ(shapes_of<FigureArea>(figure).size(), std::size_t(labels > most ? most - 1 : most)) << height;
            EXPECT_EQ(has_text(figure, "and " + std::to_string(labels - most + 1) + " more"), labels > most) << height;
            ASSERT_EQ(shapes_of<FigureRamp>(figure).size(), 1u);
            const FigureRamp ramp = shapes_of<FigureRamp>(figure)[0];
            EXPECT_GE(ramp.high.y - ramp.low.y, std::min(bar, left - 30.0) - 1e-6) << "rows give way first";
        }
    }
}

} // namespace
} // namespace voxmarch
