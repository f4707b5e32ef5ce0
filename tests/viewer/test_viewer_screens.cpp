// The window in states that users see, compared with kept pictures of half its size (screens/): what has moved,
// vanished or lost its contrast is found. VOXMARCH_UPDATE_SCREENS=1 keeps the pictures of this run: look at them before
// they are committed.
#include "app/viewer/window/settings_store.h"
#include "tests/viewer/viewer_test.h"

#include <cmath>
#include <cstdlib>
#include <imgui.h>

namespace voxmarch {

namespace {

/// Means of 2 x 2 pixels.
Image halved(const Image &image) {
    Image half{image.width / 2, image.height / 2, {}};
    for (int y = 0; y < half.height; ++y) {
        for (int x = 0; x < half.width; ++x) {
            for (int channel = 0; channel < 4; ++channel) {
                int sum = 2;
                for (const auto &[dx, dy] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}}) {
                    sum += image.pixel(2 * x + dx, 2 * y + dy)[channel];
                }
                half.rgba.push_back(static_cast<std::uint8_t>(sum / 4));
            }
        }
    }
    return half;
}

class ScreensTest : public ViewerTest {
protected:
    /// What the window shows now.
    Image window() {
        const std::filesystem::path file = folder_ / "window.png";
        std::filesystem::remove(file);
        settle();
        notices().clear();
        tools().save.window_wanted = file.string();
        user_does("mousemove " + on_screen(5.0, 301.0) + " mousemove " + on_screen(4.0, 300.0)); // no tooltips there
        EXPECT_TRUE(wait_for([&] { return std::filesystem::exists(file); }));
        return read_png(file);
    }

    /// @param share  of the pixels that may differ: times that are measured are never the same
    void expect_kept(const std::string &name, double share = 0.001) {
        const Image shown = window(), half = halved(shown);
        const std::filesystem::path kept = std::filesystem::path(VOXMARCH_SCREENS) / (name + ".png");
        if (std::getenv("VOXMARCH_UPDATE_SCREENS")) {
            write_png(half, kept);
            return;
        }
        const Image expected = read_png(kept);
        ASSERT_EQ(expected.width, half.width) << kept;
        ASSERT_EQ(expected.height, half.height) << kept;
        const int status_line = half.height - static_cast<int>(ImGui::GetFrameHeight() / 2.0f) - 1;
        int differing = 0;
        for (int y = 0; y < status_line; ++y) { // below: device and times
            for (int x = 0; x < half.width; ++x) {
                int largest = 0;
                for (int channel = 0; channel < 3; ++channel) {
                    largest = std::max(largest, std::abs(half.pixel(x, y)[channel] - expected.pixel(x, y)[channel]));
                }
                differing += largest > 24 ? 1 : 0;
            }
        }
        if (differing > share * half.width * half.height) {
            const std::filesystem::path seen =
                std::filesystem::temp_directory_path() / ("voxmarch-screen-" + name + ".png");
            write_png(shown, seen);
            ADD_FAILURE() << name << ": " << differing << " of " << half.width * half.height
                          << " pixels differ; seen: " << seen;
        }
    }

    void perform(Command command) {
        execute(state(), command);
        for (int i = 0; i < 3; ++i) { // a window where nothing happens is not drawn
            state().window.wake();
            steps(3);
        }
        settle();
    }

    /// A section of the panels at their top.
    void reveal(const char *section) {
        dialogs().section = section;
        dialogs().reveals = 2;
        steps(6);
    }
};

TEST_F(ScreensTest, the_volume_and_its_panels) {
    open("synthetic:tree:48");
    expect_kept("volume");
    state().store.toolbar = true;
    perform(Command::theme_light);
    expect_kept("light");
    state().store.toolbar = false;
    perform(Command::theme_dark);
    state().store.transfer_below = true;
    steps(3);
    expect_kept("transfer-below");
    state().store.transfer_below = false;
    reveal("Appearance");
    expect_kept("appearance");
}

TEST_F(ScreensTest, slices_and_measurements) {
    open("synthetic:tree:48");
    perform(Command::toggle_slices);
    expect_kept("slices");
    perform(Command::toggle_slices);
    perform(Command::measure_distance);
    click(at(0.4, 0.45));
    click(at(0.6, 0.6));
    expect_kept("measure");
    perform(Command::toggle_measure);
    perform(Command::toggle_figure);
    expect_kept("figure");
}

TEST_F(ScreensTest, surfaces_clipping_and_labels) {
    open("synthetic:sphere:32");
    perform(Command::mode_isosurfaces);
    perform(Command::toggle_clipping);
    expect_kept("clipping");
    perform(Command::toggle_compare);
    expect_kept("compare", 0.006);
}

TEST_F(ScreensTest, windows_above) {
    open("synthetic:sphere:32");
    perform(Command::help);
    expect_kept("help");
    perform(Command::help);
    perform(Command::palette);
    expect_kept("palette");
    press("Escape");
    perform(Command::save_as);
    expect_kept("save");
}

TEST_F(ScreensTest, octree_and_probe) {
    open("synthetic:sphere:32");
    perform(Command::toggle_box);
    perform(Command::toggle_probe);
    click(at(0.5, 0.5));
    expect_kept("probe", 0.006);
}

} // namespace

} // namespace voxmarch
