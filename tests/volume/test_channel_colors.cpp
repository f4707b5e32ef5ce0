// Colours of wavelengths, and of channels whose files say little.
#include "volume/channel_colors.h"

#include <gtest/gtest.h>

namespace voxmarch {
namespace {

TEST(ChannelColors, WavelengthsHaveTheColoursThatEyesSee) {
    const auto color = [](double nanometers) { return color_of_wavelength(nanometers).value(); };
    const auto is_brightest = [&](double nanometers, int part) {
        const glm::dvec3 c = color(nanometers);
        return c[part] > 0.99 && c[(part + 1) % 3] < 0.5 && c[(part + 2) % 3] < 0.5;
    };
    EXPECT_TRUE(is_brightest(461, 2)) << "DAPI";
    EXPECT_TRUE(is_brightest(509, 1)) << "GFP";
    EXPECT_TRUE(is_brightest(610, 0)) << "mCherry";
    EXPECT_TRUE(is_brightest(670, 0)) << "Cy5";
    EXPECT_EQ(color(580), glm::dvec3(1, 1, 0));
    const glm::dvec3 infrared = color(850);
    EXPECT_GT(infrared.r, infrared.b);
    EXPECT_GT(infrared.b, 0.2);
    EXPECT_LT(infrared.r, 0.8);
    EXPECT_EQ(color(350), color(420)) << "violet";
    for (double nanometers = 300; nanometers < 1000; nanometers += 1) {
        const glm::dvec3 step = glm::abs(color(nanometers + 1) - color(nanometers));
        EXPECT_LT(glm::max(step.r, glm::max(step.g, step.b)), 0.06) << nanometers;
    }
    for (const double none : {0.0, -461.0, 1e9, std::nan("")}) {
        EXPECT_FALSE(color_of_wavelength(none));
    }
}

TEST(ChannelColors, WhatAllChannelsHaveIsNotStated) {
    const glm::dvec3 white(1.0), red(1, 0, 0);
    const auto colors = [](const std::vector<StatedChannel> &stated) {
        std::vector<std::optional<glm::dvec3>> result;
        for (const ChannelInfo &info : channel_infos(stated)) {
            result.push_back(info.color);
        }
        return result;
    };
    using Colors = std::vector<std::optional<glm::dvec3>>;
    EXPECT_EQ(colors({{{"", white}, {}}}), Colors{std::nullopt});
    EXPECT_EQ(colors({{{"", red}, {}}}), Colors{red});
    EXPECT_EQ(colors({{{"", red}, {}}, {{"", red}, {}}}), (Colors{std::nullopt, std::nullopt}));
    EXPECT_EQ(colors({{{"", red}, {}}, {{"", white}, {}}}), (Colors{red, white}));
    EXPECT_EQ(colors({{{"", white}, 645.0}, {{"", white}, {}}}), (Colors{red, std::nullopt}));
    EXPECT_TRUE(channel_infos({}).empty());
}

} // namespace
} // namespace voxmarch
