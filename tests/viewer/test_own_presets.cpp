// Presets that users make: their files, their names, and what they mean for other volumes.
#include "app/viewer/panels/own_presets.h"
#include "app/viewer/panels/preset_names.h"
#include "transfer/preset.h"

#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <unistd.h>

namespace voxmarch {

namespace {

class OwnPresets : public ::testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / fmt::format("voxmarch-presets-{}", ::getpid());
        std::filesystem::remove_all(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::vector<OwnPreset> read() {
        std::vector<std::string> problems;
        std::vector<OwnPreset> presets = read_own_presets(folder_, problems);
        problems_ = problems.size();
        return presets;
    }

    std::filesystem::path folder_;
    std::size_t problems_ = 0;
};

TEST_F(OwnPresets, are_added_renamed_and_deleted_and_lie_in_files) {
    std::vector<OwnPreset> presets = read();
    EXPECT_TRUE(presets.empty());
    add_own_preset(presets, folder_, find_preset("viridis"), "my / bone: 2");
    add_own_preset(presets, folder_, find_preset("gray"), "a grey one");
    ASSERT_EQ(presets.size(), 2u);
    EXPECT_EQ(presets[0].function.name, "a grey one");
    EXPECT_EQ(read().size(), 2u);
    EXPECT_EQ(read()[1].function, presets[1].function);
    rename_own_preset(presets, 1, "A");
    EXPECT_EQ(presets[0].function.name, "A");
    EXPECT_EQ(presets[0].function.colors, find_preset("viridis").colors);
    ASSERT_EQ(read().size(), 2u);
    EXPECT_EQ(read()[0].function.name, "A");
    delete_own_preset(presets, 0);
    ASSERT_EQ(read().size(), 1u);
    EXPECT_EQ(read()[0].function.name, "a grey one");
}

TEST_F(OwnPresets, never_replace_a_file) {
    std::vector<OwnPreset> presets;
    add_own_preset(presets, folder_, find_preset("viridis"), "a:b");
    EXPECT_NE(problem_of_name(presets, "a:b"), "");
    EXPECT_EQ(problem_of_name(presets, "a?b"), "");
    add_own_preset(presets, folder_, find_preset("gray"), "a?b"); // a file of the same name, but for its number
    EXPECT_EQ(read().size(), 2u);
    EXPECT_NE(problem_of_name(presets, "  "), "");
    EXPECT_NE(problem_of_name(presets, std::string(200, 'x')), "");
    std::ofstream(folder_ / "broken.json") << "{";
    EXPECT_EQ(read().size(), 2u);
    EXPECT_EQ(problems_, 1u);
}

TEST_F(OwnPresets, of_values_without_a_unit_run_over_the_range) {
    TransferFunction transfer = over_values(find_preset("thesis"), {100.0, 300.0});
    transfer.gradient_opacities = {{0.0, 0.0}, {50.0, 1.0}};
    transfer.emissions = {{200.0, 1.0}};
    const TransferFunction shares = over_shares(transfer, {100.0, 300.0});
    EXPECT_EQ(shares.domain, TransferDomain::normalised);
    EXPECT_NO_THROW(validate(shares));
    EXPECT_NEAR(shares.opacities[1].scalar, 35.0 / 255.0, 1e-12);
    EXPECT_EQ(shares.gradient_opacities[1].gradient, 0.25);
    EXPECT_EQ(shares.emissions, (std::vector<EmissionPoint>{{0.5, 1.0}}));
    const TransferFunction elsewhere = over_values(shares, {0.0, 1000.0});
    EXPECT_EQ(elsewhere.colors.back().scalar, 1000.0);
    EXPECT_EQ(elsewhere.emissions, (std::vector<EmissionPoint>{{500.0, 1.0}}));
    EXPECT_EQ(over_shares(transfer, {100.0, 200.0}), transfer) << "beyond the range values are kept";
}

TEST(PresetNames, are_read_by_people) {
    EXPECT_EQ(readable_name("ct-soft-tissue"), "CT soft tissue");
    EXPECT_EQ(readable_name("mr-angio"), "MR angiography");
    EXPECT_EQ(readable_name("x-ray"), "X-ray");
    EXPECT_EQ(readable_name("viridis"), "Viridis");
    EXPECT_EQ(readable_name("thesis"), "Violet to white");
    std::set<std::string> names;
    for (const TransferFunction &preset : transfer_presets()) {
        const std::string name = readable_name(preset.name);
        EXPECT_TRUE(names.insert(name).second) << name;
        EXPECT_TRUE(name.find('-') == name.npos || name == "X-ray") << name;
    }
}

} // namespace

} // namespace voxmarch
