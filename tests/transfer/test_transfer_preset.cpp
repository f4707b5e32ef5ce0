// The presets: valid, uniquely named, and `thesis` number for number.
#include "base/error.h"
#include "transfer/file.h"
#include "transfer/preset.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <set>
#include <unistd.h>

namespace voxmarch {
namespace {

TEST(Presets, AreValidAndUnique) {
    std::set<std::string> names;
    for (const TransferFunction &preset : transfer_presets()) {
        EXPECT_NO_THROW(validate(preset)) << preset.name;
        EXPECT_TRUE(names.insert(preset.name).second) << preset.name;
        EXPECT_FALSE(preset.description.empty()) << preset.name;
        EXPECT_EQ(&find_preset(preset.name), &preset);
    }
    EXPECT_EQ(transfer_presets().front().name, "thesis");
    for (const char *wanted : {"ct-bone", "ct-soft-tissue", "ct-lung", "ct-vessels", "ct-skin", "mr-default", "viridis",
                               "inferno", "plasma", "magma", "cividis", "turbo", "gray", "coolwarm"}) {
        EXPECT_EQ(names.count(wanted), 1u) << wanted;
    }
    EXPECT_EQ(names.count("auto"), 0u);
}

TEST(Presets, AirIsClearInEveryCtPreset) {
    for (const TransferFunction &preset : transfer_presets()) {
        if (preset.name.starts_with("ct-")) {
            EXPECT_EQ(preset.domain, TransferDomain::value);
            EXPECT_EQ(preset.evaluate(-1024).a, 0.0) << preset.name;
            EXPECT_EQ(preset.evaluate(-970).a, 0.0) << preset.name;
        }
    }
}

TEST(Presets, ThesisLiterally) {
    const TransferFunction &thesis = find_preset("thesis");
    EXPECT_EQ(thesis.domain, TransferDomain::normalised);
    const double scalars[] = {0.0, 35.0 / 255.0, 120.0 / 255.0, 1.0};
    const glm::dvec3 colors[] = {{0, 0, 0}, {0.2, 0.1, 0.6}, {0.9, 0.5, 0.2}, {1, 1, 0.9}};
    ASSERT_EQ(thesis.colors.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(thesis.colors[i].scalar, scalars[i]);
        EXPECT_EQ(thesis.colors[i].color, colors[i]);
    }
    EXPECT_EQ(thesis.evaluate(0.0).a, 0.0);
    EXPECT_EQ(thesis.evaluate(35.0 / 255.0).a, 0.0);
    EXPECT_NEAR(thesis.evaluate(145.0 / 255.0).a, 0.25, 1e-15);
    EXPECT_EQ(thesis.evaluate(1.0).a, 0.5);
}

/// Entries 0, 64, 128, 191, 255 of the tables of matplotlib 3.11.
TEST(Presets, ColorMapsFollowThePublishedTables) {
    struct Published {
        const char *name;
        int entries[5][3];
    };
    const Published published[] = {
        {"viridis", {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {92, 200, 99}, {253, 231, 37}}},
        {"inferno", {{0, 0, 4}, {87, 16, 110}, {188, 55, 84}, {249, 140, 10}, {252, 255, 164}}},
        {"plasma", {{13, 8, 135}, {126, 3, 168}, {204, 71, 120}, {248, 148, 65}, {240, 249, 33}}},
        {"magma", {{0, 0, 4}, {81, 18, 124}, {183, 55, 121}, {251, 135, 97}, {252, 253, 191}}},
        {"cividis", {{0, 34, 78}, {67, 78, 108}, {125, 124, 120}, {187, 173, 109}, {254, 232, 56}}},
        {"turbo", {{48, 18, 59}, {40, 188, 235}, {164, 252, 60}, {251, 129, 34}, {122, 4, 3}}},
        {"coolwarm", {{59, 76, 192}, {141, 176, 254}, {221, 220, 220}, {244, 154, 123}, {180, 4, 38}}},
    };
    const int index[] = {0, 64, 128, 191, 255};
    for (const Published &map : published) {
        for (int i = 0; i < 5; ++i) {
            const glm::dvec4 color = find_preset(map.name).evaluate(index[i] / 255.0);
            for (int c = 0; c < 3; ++c) {
                EXPECT_NEAR(color[c] * 255.0, map.entries[i][c], 3.51) << map.name << " " << index[i];
            }
        }
    }
}

std::string complaint(const std::string &name) {
    try {
        find_preset(name);
    } catch (const UsageError &error) {
        return error.what();
    }
    return "";
}

TEST(FindPreset, SuggestsTheNearestNames) {
    EXPECT_NE(complaint("ct-bones").find("'ct-bone'"), std::string::npos);
    EXPECT_NE(complaint("Viridis").find("'viridis'"), std::string::npos);
    EXPECT_NE(complaint("vridis").find("'viridis'"), std::string::npos);
    EXPECT_NE(complaint("bone").find("'ct-bone'"), std::string::npos);
    const std::string hopeless = complaint("qqqqqqqqqqqqqqqq");
    EXPECT_EQ(hopeless.find("did you mean"), std::string::npos);
    EXPECT_NE(hopeless.find("a preset that is listed"), std::string::npos);
    EXPECT_FALSE(complaint("").empty());
}

TEST(ResolveTransfer, PresetOrFile) {
    EXPECT_EQ(resolve_transfer("inferno").name, "inferno");
    EXPECT_THROW(resolve_transfer("inferrno"), UsageError);
    EXPECT_THROW(resolve_transfer("missing.json"), FileError);

    const auto folder = std::filesystem::temp_directory_path() / ("voxmarch_resolve_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    TransferFunction mine = find_preset("gray");
    mine.name = "mine";
    write_transfer(mine, folder / "function");
    EXPECT_EQ(resolve_transfer((folder / "function").string()).name, "mine");
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace voxmarch
