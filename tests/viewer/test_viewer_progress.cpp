// Pictures at rest grow better while nothing moves: part by part, sample by sample; what takes long can be ended.
#include "app/viewer/dialogs/extract_skeleton.h"
#include "app/viewer/view/light_wait.h"
#include "scene/first_isovalue.h"
#include "tests/viewer/viewer_test.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <imgui_internal.h>
#include <utility>

namespace voxmarch {
namespace {

class ViewerProgress : public ViewerTest {
protected:
    /// Empty if there is none.
    std::filesystem::path saved_picture() const {
        for (const auto &entry : std::filesystem::directory_iterator(folder_)) {
            if (entry.path().extension() == ".png") {
                return entry.path();
            }
        }
        return {};
    }
};

TEST_F(ViewerProgress, pictures_at_rest_grow_smoother_and_are_saved_as_they_are_seen) {
    samples_ = 4;
    open("synthetic:tree:48");
    EXPECT_EQ(scene().settings.finish.samples, 4);
    const Image smooth = image();
    press("p");
    ASSERT_TRUE(wait_for([&] { return !saved_picture().empty(); }));
    settle();
    EXPECT_EQ(read_png(saved_picture()).rgba, smooth.rgba) << "all samples, bit for bit";
    ASSERT_TRUE(voxmarch(fmt::format("render {} -o {}", saved_picture().string(), (folder_ / "again.png").string())));
    EXPECT_EQ(read_png(folder_ / "again.png").rgba, smooth.rgba) << "and those of render";
    scene().settings.finish.samples = 1;
    settle();
    EXPECT_GT(compare(image(), smooth, 2).pixels_above, 100u) << "edges of one ray a pixel are harder";
}

TEST_F(ViewerProgress, traced_light_comes_once_it_is_better_and_is_saved_as_it_is_seen) {
    open("synthetic:tree:48");
    const Image shaded = image();
    set_traced(scene().settings, true);
    EXPECT_TRUE(scene().settings.trace.denoise);
    scene().settings.light = Light(); // that of the picture there is
    scene().settings.finish.samples = 4;
    ASSERT_TRUE(wait_for([&] { return status().activity.starts_with("tracing light") && frame().final; }));
    EXPECT_EQ(frame().paths, 0);
    EXPECT_EQ(image().rgba, shaded.rgba) << "the picture before stays";
    settle();
    EXPECT_EQ(frame().paths, 4);
    EXPECT_GT(frame().statistics.frame_ms, 0.0);
    const Image traced = image();
    EXPECT_GT(compare(traced, shaded, 8).pixels_above, 1000u);
    scene().settings.finish.samples = 1;
    scene().settings.trace.denoise = false;
    settle();
    EXPECT_EQ(frame().paths, 1) << "one sample was asked for, and is shown";
    EXPECT_GT(compare(image(), traced, 8).pixels_above, 1000u);
    scene().settings.finish.samples = 4;
    scene().settings.trace.denoise = true;
    settle();
    press("p");
    ASSERT_TRUE(wait_for([&] { return !saved_picture().empty(); }));
    settle();
    EXPECT_EQ(read_png(saved_picture()).rgba, traced.rgba);
    ASSERT_TRUE(voxmarch(fmt::format("render {} -o {}", saved_picture().string(), (folder_ / "again.png").string())));
    EXPECT_EQ(read_png(folder_ / "again.png").rgba, traced.rgba) << "in whatever tiles";
    set_traced(scene().settings, false);
    scene().settings.finish.samples = 1;
    settle();
    EXPECT_EQ(frame().paths, 0);
    EXPECT_EQ(image().rgba, shaded.rgba);
}

TEST_F(ViewerProgress, looks_change_all_that_belongs_together_and_can_be_undone) {
    open("synthetic:tree:48");
    for (const char *name : {"Transfer function", "Mode"}) { // what follows comes to the top
        state().store.sections[name] = false;
    }
    state().store.sections["Appearance"] = true;
    open("synthetic:tree:48");
    const Scene before = scene();
    ASSERT_TRUE(click_on("panels", {"appearance", "Cinematic"}, 0.6 * view().origin.x));
    settle();
    EXPECT_EQ(scene().settings.shadows, Shadows::full);
    EXPECT_TRUE(scene().settings.finish.background_top.has_value());
    EXPECT_EQ(scene().transfer, before.transfer);
    EXPECT_EQ(scene().camera, before.camera);
    press("ctrl+z");
    settle();
    EXPECT_EQ(scene().settings, before.settings);
}

TEST_F(ViewerProgress, pictures_get_into_the_clipboard) {
    if (std::system("command -v xclip >/dev/null") != 0) {
        GTEST_SKIP() << "xclip is not installed";
    }
    open("synthetic:tree:32");
    press("ctrl+shift+c");
    ASSERT_TRUE(wait_for([&] {
        return std::ranges::any_of(notices(),
                                   [](const Notice &one) { return one.text == "the picture is in the clipboard"; });
    }));
    const std::string file = (folder_ / "pasted.png").string();
    ASSERT_EQ(std::system(fmt::format("timeout 10 xclip -selection clipboard -t image/png -o > '{}'", file).c_str()),
              0);
    EXPECT_EQ(read_png(file).rgba, image().rgba);
}

// Of 64 samples a pixel, which takes minutes on a CPU.
TEST_F(ViewerProgress, the_view_turns_while_a_picture_is_drawn_which_can_be_cancelled) {
    open("synthetic:tree:48");
    const auto &pictures = tools().save.pictures;
    const int samples = std::exchange(scene().settings.finish.samples, 64);
    save_picture(state(), folder_ / "large.png", 3000, 3000);
    scene().settings.finish.samples = samples;
    ASSERT_TRUE(wait_for([&] { return !pictures.empty() && pictures.front()->share > 0.0; }));
    EXPECT_TRUE(wait_for([&] { return status().activity == "drawing a picture to be kept"; })) << status().activity;
    const Camera before = frame().camera;
    press("1");
    EXPECT_TRUE(wait_for([&] { return frame().camera == scene().camera && frame().camera != before; }));
    ASSERT_FALSE(pictures.empty()) << "it is drawn still";
    EXPECT_TRUE(wait_for([] {
        const ImGuiWindow *window = ImGui::FindWindowByName("progress");
        return window != nullptr && window->WasActive;
    }));
    press("Escape");
    EXPECT_TRUE(wait_for([&] { return pictures.empty(); }));
    settle();
    EXPECT_EQ(state().notices.log.back().text, "no picture was kept: it was cancelled");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "large.png"));
}

// Ambient occlusion in 64 directions by rays takes minutes on a CPU; whoever wants something else need not wait.
TEST_F(ViewerProgress, light_that_takes_long_tells_how_far_it_is_and_ends_for_what_is_newer) {
    open("synthetic:tree:128");
    scene().settings.shadows = Shadows::full;
    scene().settings.ambient_occlusion = 64;
    scene().settings.ambient_occlusion_method = OcclusionMethod::marched;
    steps(2);
    ASSERT_TRUE(wait_for([&] { return frame().request > 0 && view().shown.outdated; }));
    ASSERT_TRUE(wait_for([&] { return status().activity == "finding light and shadows" && status().share > 0.0; }))
        << status().activity;
    EXPECT_FALSE(frame().final) << "numbers of a coarse picture";
    scene().settings.ambient_occlusion = 0;
    scene().settings.shadows = Shadows::none;
    const auto begin = std::chrono::steady_clock::now();
    settle();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
    EXPECT_TRUE(frame().final);
}

TEST_F(ViewerProgress, light_is_cancelled_and_found_after_all) {
    open("synthetic:tree:128");
    const Image plain = image();
    const auto press_button = [&] {
        const ImGuiWindow *bar = ImGui::FindWindowByName("status bar");
        click(on_screen(bar->Pos.x + bar->Size.x - 30.0, bar->Pos.y + 0.5 * bar->Size.y));
    };
    const auto finds = [&] { return light_button(state()) == LightButton::cancel; };
    const auto cancelled = [&] { return light_button(state()) == LightButton::find; };
    scene().settings.shadows = Shadows::full;
    scene().settings.ambient_occlusion = 64;
    scene().settings.ambient_occlusion_method = OcclusionMethod::marched;
    const RenderSettings wanted = scene().settings;
    ASSERT_TRUE(wait_for(finds));
    const auto begin = std::chrono::steady_clock::now();
    press_button();
    settle();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
    EXPECT_EQ(scene().settings, wanted) << "it is no edit";
    EXPECT_EQ(image().rgba, plain.rgba);
    EXPECT_TRUE(wait_for(cancelled));
    press("1"); // the same light from another side
    settle();
    EXPECT_NE(image().rgba, plain.rgba);
    EXPECT_TRUE(wait_for(cancelled));
    press_button();
    ASSERT_TRUE(wait_for(finds)) << "found after all";
    press_button();
    settle();
    ASSERT_TRUE(wait_for(cancelled));
    scene().settings.ambient_occlusion_method = OcclusionMethod::cones;
    scene().settings.ambient_occlusion = 8;
    steps(2);
    EXPECT_FALSE(view().unlit) << "another light is worth a new try";
    settle();
    EXPECT_FALSE(cancelled());
}

// The lines are those of voxmarch skeleton, and what lies in the file is what is shown.
TEST_F(ViewerProgress, a_skeleton_is_made_in_the_background_and_shown) {
    open("synthetic:torus:40");
    const double isovalue = first_isovalue(loaded()->volume.header(), state().document.histogram()).value;
    ask_for_skeleton(state());
    steps(3);
    name_file(folder_ / "lines.vtk");
    ASSERT_TRUE(wait_for([&] { return !scene().skeleton.source.empty(); }));
    settle();
    EXPECT_GT(frame().statistics.surfaces.triangles, 0u);
    ASSERT_TRUE(voxmarch(
        fmt::format("skeleton synthetic:torus:40 --isovalue {} -o '{}'", isovalue, (folder_ / "again.vtk").string())));
    EXPECT_EQ(read_bytes(folder_ / "lines.vtk"), read_bytes(folder_ / "again.vtk"));
    press("ctrl+z");
    settle();
    EXPECT_TRUE(scene().skeleton.source.empty());
}

} // namespace
} // namespace voxmarch
