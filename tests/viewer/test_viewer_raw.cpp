// Raw files that say nothing about themselves: the question, what is opened, and the session that remembers the answer.
#include "tests/viewer/viewer_test.h"

#include <fstream>
#include <imgui.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

/// 24 x 24 x 24 voxels of 16 bits that fall along x: -100 x. After `header` bytes.
std::filesystem::path write_slope(const std::filesystem::path &file, std::size_t header) {
    std::ofstream stream(file, std::ios::binary);
    stream << std::string(header, '\xee');
    for (int voxel = 0; voxel < 24 * 24 * 24; ++voxel) {
        const auto value = static_cast<std::uint16_t>(-100 * (voxel % 24));
        stream.put(char(value & 0xff)).put(char(value >> 8));
    }
    return file;
}

const char *const window = "Open raw volume";

TEST_F(ViewerTest, a_raw_file_is_opened_as_the_user_says_and_its_session_remembers) {
    open("synthetic:sphere:32");
    const auto sphere = loaded();
    const std::filesystem::path file = write_slope(folder_ / "slope.raw", 0);
    drop(file);
    ASSERT_TRUE(dialogs().raw.open);
    EXPECT_EQ(loaded(), sphere);
    EXPECT_EQ(to_text(chosen_layout(dialogs().raw)), "24x24x24:uint16"); // the likeliest
    steps(5);
    ASSERT_TRUE(click_on(window, {"##type"}, 250.0));
    press("Down"); // int16
    press("Return");
    ASSERT_TRUE(click_on(window, {"Open"}, 420.0));
    settle();
    ASSERT_FALSE(dialogs().raw.open);
    ASSERT_NE(loaded(), sphere);
    EXPECT_EQ(loaded()->volume.grid().dims, (std::array<int, 3>{24, 24, 24}));
    EXPECT_EQ(loaded()->volume.value(7, 3, 9), -700.0);
    const Image shown = image();

    press("ctrl+s");
    settle();
    const std::filesystem::path session = folder_ / "slope-001.json";
    ASSERT_TRUE(std::filesystem::exists(session));
    EXPECT_EQ(nlohmann::json::parse(read_bytes(session)).at("volume").at("raw"), "24x24x24:int16");
    drop("synthetic:sphere:32");
    ASSERT_NE(loaded()->volume.grid().dims[0], 24);
    drop(session);
    EXPECT_FALSE(dialogs().raw.open);
    EXPECT_EQ(loaded()->volume.value(7, 3, 9), -700.0);
    EXPECT_EQ(compare(shown, image(), 4).pixels_above, 0u); // rays may begin at other tiles

    drop(file); // again: what was said last is what is offered
    ASSERT_TRUE(dialogs().raw.open);
    EXPECT_EQ(to_text(chosen_layout(dialogs().raw)), "24x24x24:int16");
    press("Escape");
    EXPECT_FALSE(dialogs().raw.open);
    EXPECT_EQ(loaded()->volume.grid().dims[0], 24);
}

TEST_F(ViewerTest, a_layout_that_needs_more_than_the_file_cannot_be_opened) {
    open("synthetic:sphere:32");
    drop(write_slope(folder_ / "headed.raw", 352));
    RawWindow &asked = dialogs().raw;
    ASSERT_TRUE(asked.open);
    EXPECT_EQ(to_text(chosen_layout(asked)), "24x24x24:uint16:offset=352");
    asked.layout.type = FileScalar::f32;
    steps(5);
    EXPECT_EQ(fit_text(asked), "24 x 24 x 24 float32, header 352 bytes need 55 648 bytes, the file has 28 000 bytes: "
                               "27 648 bytes too few.");
    EXPECT_TRUE(click_on(window, {"Open"}, 420.0)); // it is grey and does nothing
    EXPECT_TRUE(asked.open);
    asked.layout.type = FileScalar::i16;
    asked.header = 0;
    ASSERT_TRUE(click_on(window, {"All but voxels"}, 500.0));
    EXPECT_EQ(asked.header, 352u);
    ASSERT_TRUE(click_on(window, {"Open"}, 420.0));
    settle();
    EXPECT_EQ(loaded()->volume.value(23, 0, 1), -2300.0);
}

TEST_F(ViewerTest, return_ends_an_edit_and_then_opens_the_raw_file) {
    open("synthetic:sphere:32");
    drop(write_slope(folder_ / "slope.raw", 0));
    ASSERT_TRUE(dialogs().raw.open);
    steps(5);
    ASSERT_TRUE(click_on(window, {"##header"}, 250.0));
    type("0");
    press("Return");
    EXPECT_TRUE(dialogs().raw.open);
    for (const char *letter : {"j", "l"}) {
        press(letter);
        EXPECT_TRUE(dialogs().raw.open) << letter;
    }
    press("Return");
    EXPECT_FALSE(dialogs().raw.open);
    settle();
    EXPECT_EQ(loaded()->volume.grid().dims[0], 24);
}

} // namespace

} // namespace voxmarch
