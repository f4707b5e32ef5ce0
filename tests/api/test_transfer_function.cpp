// Transfer functions of the public interface.
#include "voxmarch/transfer_function.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <limits>

namespace {

using namespace voxmarch;

TEST(ApiTransfer, evaluates_between_its_points) {
    TransferFunction transfer;
    transfer.colors = {{0.0, {0.0, 0.0, 0.0}}, {1.0, {1.0, 0.5, 0.0}}};
    transfer.opacities = {{0.25, 0.0}, {0.75, 1.0}};
    EXPECT_EQ(evaluate(transfer, 0.5), (std::array{0.5, 0.25, 0.0, 0.5}));
    EXPECT_EQ(evaluate(transfer, 2.0), (std::array{1.0, 0.5, 0.0, 1.0}));
}

TEST(ApiTransfer, goes_through_text) {
    for (const std::string &name : transfer_presets()) {
        EXPECT_EQ(transfer_of_text(transfer_text(transfer_preset(name))), transfer_preset(name)) << name;
    }
    EXPECT_THROW(transfer_text({}), UsageError) << "no points";
    EXPECT_THROW(transfer_of_text(""), UsageError);
    EXPECT_THROW(transfer_of_text("{}"), UsageError);
}

TEST(ApiTransfer, refuses_functions_that_break_a_rule) {
    TransferFunction transfer;
    EXPECT_THROW(evaluate(transfer, 0.0), UsageError) << "no points";
    transfer.colors = {{0.0, {0.0, 0.0, 0.0}}};
    transfer.opacities = {{0.5, 0.0}, {0.25, 1.0}};
    EXPECT_THROW(evaluate(transfer, 0.0), UsageError) << "not ascending";
    transfer.opacities = {{0.5, std::numeric_limits<double>::infinity()}};
    EXPECT_THROW(write_transfer(transfer, "broken.json"), UsageError);
    EXPECT_FALSE(std::filesystem::exists("broken.json"));
}

TEST(ApiTransfer, finds_presets_by_name) {
    const std::vector<std::string> names = transfer_presets();
    EXPECT_NE(std::find(names.begin(), names.end(), "thesis"), names.end());
    for (const std::string &name : names) {
        EXPECT_EQ(transfer_preset(name).name, name);
    }
    try {
        transfer_preset("ct-bones");
        FAIL();
    } catch (const UsageError &error) {
        EXPECT_NE(std::string(error.what()).find("'ct-bone'"), std::string::npos) << error.what();
    }
}

TEST(ApiTransfer, goes_through_every_format) {
    TransferFunction transfer = transfer_preset("ct-bone");
    const std::filesystem::path folder = ::testing::TempDir();
    write_transfer(transfer, folder / "t.json");
    EXPECT_EQ(read_transfer(folder / "t.json"), transfer);
    std::vector<std::string> notes;
    transfer.widgets = {{.scalar_low = 100.0, .scalar_high = 300.0, .gradient_high = 50.0, .color = {1.0, 0.5, 0.25}}};
    write_transfer(transfer, folder / "t2.json", &notes);
    EXPECT_EQ(read_transfer(folder / "t2.json", &notes), transfer) << "widgets too";
    transfer.widgets.push_back({.shape = WidgetShape::polygon, .edge = 0.5, .corners = {{0, 0}, {1, 0.25}, {0.5, 1}}});
    transfer.gradient_opacities = {{0.0, 0.25}, {30.0, 1.0}};
    transfer.materials = {{.scalar = 100.0, .specular = 0.0}, {.scalar = 300.0, .ambient = 0.125, .shininess = 80.0}};
    transfer.emissions = {{100.0, 0.0}, {300.0, 2.5}};
    transfer.opacity_distance = 2.5;
    write_transfer(transfer, folder / "t3.json");
    EXPECT_EQ(read_transfer(folder / "t3.json"), transfer) << "all that version 2 has";
    EXPECT_TRUE(notes.empty());
    write_transfer(transfer_preset("ct-bone"), folder / "paraview.json", &notes, "paraview");
    EXPECT_EQ(read_transfer(folder / "paraview.json").opacities.size(), transfer.opacities.size());
    EXPECT_THROW(write_transfer(transfer, folder / "t.json", nullptr, "no-such-format"), UsageError);
    EXPECT_THROW(read_transfer(folder / "missing.json"), FileError);
}

TEST(ApiTransfer, chooses_by_the_data_and_says_why) {
    const Volume tree = synthetic_volume("tree", 48);
    const TransferFunction chosen = automatic_transfer(tree);
    EXPECT_FALSE(chosen.description.empty());
    EXPECT_NE(chosen, automatic_transfer(tree, DataKind::labels));
}

} // namespace
