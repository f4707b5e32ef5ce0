// Devices that fail or do not answer: all is built again, and where that is in vain the user is asked.
#include "app/environment.h"
#include "app/viewer/view/view_pane.h"
#include "device/device_info.h"
#include "tests/device/fault_layer.h"
#include "tests/viewer/viewer_test.h"

#include <imgui_internal.h>
#include <sys/wait.h>

namespace voxmarch {
namespace {

constexpr const char *volume = "synthetic:tree:24";

/// This executable defines the OpenCL functions itself, in front of the loader's.
class ViewerDevice : public ViewerTest {
protected:
    void SetUp() override {
        ViewerTest::SetUp();
        if (!IsSkipped()) {
            call_watch().start(
                {0.4, 1.0}, [](const SlowCall &) {}, [](const SlowCall &) {});
        }
    }
    void TearDown() override {
        end_fault();
        inject_delay("", 0, 0.0);
        ViewerTest::TearDown();
    }

    /// Has a new picture drawn.
    void turn() { scene().camera = orbited(scene().camera, {40.0, 20.0}, size_of_view(scene())); }

    bool asks() {
        const ImGuiWindow *window = ImGui::FindWindowByName("Device");
        return window != nullptr && window->WasActive;
    }

    bool was_told(const std::string &part) {
        const auto &log = state().notices.log;
        return std::ranges::any_of(
            log, [&](const Message &message) { return message.text.find(part) != message.text.npos; });
    }

    /// Presses a button of the window "Device": the place is its own.
    bool press_button(const char *name) {
        const ImGuiWindow *window = ImGui::FindWindowByName("Device");
        for (float x = 20.0f; window != nullptr && x < window->Size.x; x += 60.0f) {
            if (click_on("Device", {name}, x)) {
                return true;
            }
        }
        return false;
    }

    /// Waits until the thread that was left behind has come back.
    bool all_came_back() {
        return wait_for([this] { return !state().jobs.leaves_behind(); });
    }
};

TEST_F(ViewerDevice, of_one_failure_all_is_built_again_and_settings_stay) {
    open(volume);
    scene().settings.step = 0.7;
    turn();
    settle();
    const Image before = image();
    const Scene kept = scene();
    for (const cl_int code : {CL_OUT_OF_RESOURCES, CL_INVALID_COMMAND_QUEUE, -9999}) {
        state().notices.log.clear();
        inject_fault("clEnqueueNDRangeKernel", 1, code);
        scene().settings.step = 0.8; // asks for a picture
        ASSERT_TRUE(wait_for([&] { return status().attempts > 0 || was_told("attempt 1 of 3"); })) << code;
        scene().settings.step = 0.7;
        settle();
        EXPECT_TRUE(end_fault());
        EXPECT_TRUE(status().error.empty()) << status().error;
        EXPECT_FALSE(asks());
        EXPECT_TRUE(wait_for([&] { return status().attempts == 0; })) << "what is known of the thread is a turn old";
        EXPECT_TRUE(was_told("all is built again (attempt 1 of 3)"));
        EXPECT_EQ(scene(), kept);
        EXPECT_EQ(image().rgba, before.rgba) << code;
    }
}

TEST_F(ViewerDevice, after_three_attempts_the_user_is_asked) {
    open(volume);
    const Image before = image();
    const Scene kept = scene();
    inject_faults_from("clEnqueueNDRangeKernel", 1, CL_OUT_OF_RESOURCES);
    turn();
    ASSERT_TRUE(wait_for([&] { return status().lost; }));
    steps(5);
    EXPECT_TRUE(asks());
    EXPECT_EQ(status().attempts, 3);
    EXPECT_NE(status().failure.find("CL_OUT_OF_RESOURCES"), std::string::npos) << status().failure;
    EXPECT_TRUE(was_told("attempt 3 of 3"));
    scene().camera = kept.camera;
    end_fault();
    steps(10);
    EXPECT_TRUE(status().lost) << "it waits for the user";
    ASSERT_TRUE(press_button("Try again"));
    settle();
    EXPECT_FALSE(asks());
    EXPECT_EQ(image().rgba, before.rgba);
}

TEST_F(ViewerDevice, a_smaller_picture_may_do) {
    open(volume);
    const int width = image().width, height = image().height;
    inject_faults_from("clEnqueueNDRangeKernel", 1, CL_OUT_OF_RESOURCES);
    turn();
    ASSERT_TRUE(wait_for([&] { return status().lost; }));
    end_fault();
    steps(5);
    ASSERT_TRUE(press_button("Smaller picture"));
    settle();
    EXPECT_EQ(image().width, width / 2);
    EXPECT_EQ(image().height, height / 2);
    EXPECT_EQ(scene().width, width) << "saved pictures are of the size of the view";
    press("F5");
    settle();
    EXPECT_EQ(image().width, width);
}

TEST_F(ViewerDevice, a_file_that_cannot_be_drawn_is_no_lost_device) {
    open(volume);
    inject_fault("clBuildProgram", 1, CL_BUILD_PROGRAM_FAILURE);
    scene().settings.blend = Blend::mip; // another program
    steps(5);
    wait_for([&] { return !status().error.empty() || viewer_->settled(); });
    EXPECT_TRUE(end_fault());
    EXPECT_FALSE(was_told("all is built again"));
    EXPECT_FALSE(asks());
}

TEST_F(ViewerDevice, what_is_waited_for_is_told_and_the_window_goes_when_it_comes_back) {
    open(volume);
    inject_delay("clEnqueueNDRangeKernel", 1, 2.5);
    turn();
    ASSERT_TRUE(wait_for([&] { return state().jobs.slow_call.has_value(); }));
    EXPECT_NE(status().activity.find("waiting for " + state().jobs.slow_call->device), std::string::npos)
        << status().activity;
    EXPECT_TRUE(was_told("waiting for "));
    EXPECT_FALSE(asks());
    ASSERT_TRUE(wait_for([&] { return asks(); })) << "after the timeout";
    settle();
    EXPECT_FALSE(asks()) << "it came back";
    EXPECT_TRUE(status().error.empty());
}

TEST_F(ViewerDevice, what_lies_over_the_view_turns_while_kernels_are_compiled) {
    open(volume);
    call_watch().start(
        {60.0, 120.0}, [](const SlowCall &) {}, [](const SlowCall &) {}); // it is no driver that hangs
    inject_delay("clBuildProgram", 1, 5.0);
    scene().settings.blend = Blend::mip; // another program
    ASSERT_TRUE(wait_for([&] { return status().coarse_seconds > 1.0; }));
    EXPECT_EQ(status().activity, "compiling kernels");
    EXPECT_FALSE(picture_lags(state())) << "nobody has turned it";
    turn();
    steps(3);
    EXPECT_TRUE(picture_lags(state()));
    EXPECT_NE(frame().camera, scene().camera);
    execute(state(), Command::theme_light);
    tools().save.window_wanted = (folder_ / "window.png").string();
    ASSERT_TRUE(wait_for([&] { return tools().save.window_wanted.empty(); }));
    const bool lags = picture_lags(state());
    settle();
    EXPECT_FALSE(picture_lags(state()));
    EXPECT_EQ(frame().camera, scene().camera);
    ASSERT_TRUE(lags) << "while the window was saved";
    const Image window = read_png(folder_ / "window.png");
    const glm::dvec2 corner = view().origin + glm::dvec2(4.0, 4.0); // of the scene's black
    EXPECT_LT(window.pixel(static_cast<int>(corner.x), static_cast<int>(corner.y))[0], 40)
        << "box and axes are drawn for the scene's background, and would be faint on a light veil";
}

TEST_F(ViewerDevice, a_full_picture_says_that_it_waits_for_kernels) {
    open(volume);
    call_watch().start(
        {4.0, 120.0}, [](const SlowCall &) {}, [](const SlowCall &) {});
    inject_delay("clBuildProgram", 1, 2.0);
    scene().settings.finish.samples = 4; // other kernels, for samples that follow the first picture
    ASSERT_TRUE(wait_for([&] { return status().activity.starts_with("compiling kernels for "); }))
        << status().activity << " in place of refining, 99 %";
    EXPECT_EQ(status().coarse_seconds, 0.0) << "the coarse picture is there";
    EXPECT_EQ(status().share, 0.0);
    settle();
    EXPECT_TRUE(status().activity.empty());
}

TEST_F(ViewerDevice, whoever_waits_on_is_asked_again_later) {
    open(volume);
    inject_delay("clEnqueueNDRangeKernel", 1, 10.0);
    turn();
    ASSERT_TRUE(wait_for([&] { return asks(); }));
    ASSERT_TRUE(press_button("Wait on"));
    steps(5);
    EXPECT_FALSE(asks());
    EXPECT_TRUE(state().jobs.slow_call.has_value());
    EXPECT_TRUE(wait_for([&] { return asks(); })) << "twice as long";
    settle();
    EXPECT_FALSE(asks());
}

TEST_F(ViewerDevice, another_second_device_draws_on_with_all_settings) {
    if (list_devices().size() < 2) {
        GTEST_SKIP() << "one device (test_viewer_device_of_two runs with two)";
    }
    open(volume);
    scene().settings.step = 0.7;
    settle();
    const Image before = image();
    const Scene kept = scene();
    const int first = status().device_index;
    const std::string other = status().devices.at(static_cast<std::size_t>(1 - first));
    inject_delay("clEnqueueNDRangeKernel", 1, 12.0);
    scene().settings.step = 0.8;
    ASSERT_TRUE(wait_for([&] { return asks(); }));
    scene().settings.step = 0.7;
    ASSERT_TRUE(press_button(other.c_str()));
    EXPECT_FALSE(asks());
    settle();
    EXPECT_TRUE(state().jobs.leaves_behind()) << "the first one waits still";
    EXPECT_EQ(status().device_index, 1 - first);
    EXPECT_EQ(scene(), kept);
    EXPECT_EQ(image().rgba, before.rgba);
    turn();
    settle();
    EXPECT_NE(image().rgba, before.rgba) << "and goes on drawing";
    EXPECT_TRUE(all_came_back());
}

/// The real program, whose device never answers: Return in a window that is focused, or what else the keys are.
class RealViewer : public ViewerDevice {
protected:
    /// @param keys  for the window, once it asks  @return the exit code, and what it said
    std::pair<int, std::string> run(const std::string &command, const std::string &keys) {
        const std::filesystem::path said = folder_ / "said";
        const std::string script = fmt::format(
            "cd '{0}' && XDG_CONFIG_HOME='{0}/config' LD_PRELOAD='{1}' VOXMARCH_FAULT_DELAY={2} "
            "'{3}' view {4} --size 900x560 --device-timeout 2 >/dev/null 2>'{5}' & program=$!; "
            "timeout 30 xdotool search --sync --name 'voxmarch' >/dev/null 2>&1; sleep 6; {6} wait $program",
            folder_.string(), VOXMARCH_FAULT_LAYER, "clEnqueueNDRangeKernel:1:1000", VOXMARCH_PROGRAM, command,
            said.string(), keys);
        const int status = std::system(script.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_bytes(said)};
    }
};

TEST_F(RealViewer, ends_without_its_driver) {
    const auto [code, said] = run(volume, "xdotool key Right key Right key Return;");
    EXPECT_EQ(code, 6) << said;
    EXPECT_NE(said.find("waiting for "), std::string::npos) << said;
    EXPECT_NE(said.find("does not answer: launching ("), std::string::npos) << said;
}

TEST_F(RealViewer, saves_the_session_before_it_ends_without_its_driver) {
    const auto [code, said] = run(volume, "xdotool key l; sleep 1; xdotool key Right key Right key Return;");
    EXPECT_EQ(code, 6) << said;
    EXPECT_NE(said.find("the session is in "), std::string::npos) << said;
    const std::filesystem::path session = folder_ / "tree-001.json";
    ASSERT_TRUE(std::filesystem::exists(session)) << said;
    EXPECT_NE(read_bytes(session).find("\"shading\""), std::string::npos);
}

TEST_F(RealViewer, a_window_that_is_closed_does_not_wait_for_ever) {
    const auto begin = std::chrono::steady_clock::now();
    const auto [code, said] = run(volume, "xdotool key ctrl+q;");
    EXPECT_EQ(code, 6) << said;
    EXPECT_NE(said.find("does not answer: "), std::string::npos) << said;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

} // namespace
} // namespace voxmarch
