// What the viewer shows first: the camera of `voxmarch render`, the kind of data, and why nothing is seen.
#include "tests/viewer/viewer_test.h"

namespace voxmarch {

namespace {

TEST_F(ViewerTest, the_first_camera_is_that_of_render) {
    open("synthetic:torus:32");
    settle();
    const Scene &shown = scene();
    const std::string file = (folder_ / "render.png").string();
    ASSERT_TRUE(voxmarch(fmt::format("render synthetic:torus:32 --transfer thesis --size {}x{} -o {}", shown.width,
                                     shown.height, file)));
    const Camera camera = read_session(file).camera;
    const double far = glm::distance(camera.eye, camera.target);
    EXPECT_LT(glm::distance(shown.camera.eye, camera.eye), 0.01 * far);
    EXPECT_LT(glm::distance(shown.camera.target, camera.target), 0.01 * far);
}

TEST_F(ViewerTest, an_empty_picture_says_why) {
    open("synthetic:sphere:32");
    settle();
    EXPECT_EQ(frame().why_empty, "");
    Camera &camera = scene().camera;
    camera.target = camera.eye + (camera.eye - camera.target);
    settle();
    EXPECT_NE(frame().why_empty.find("looks past the volume"), std::string::npos) << frame().why_empty;
}

TEST_F(ViewerTest, the_user_says_what_the_data_are) {
    open("synthetic:sphere:32");
    settle();
    ASSERT_TRUE(click_on("panels", {"transfer", "##data"}, 60.0));
    press("Down");
    press("Down");
    press("Return");
    settle();
    EXPECT_EQ(scene().data, DataKind::labels);
    EXPECT_EQ(scene().settings.classification, Classification::pre);
    EXPECT_NE(scene().transfer.description.find("distinct colours"), std::string::npos);
    press("ctrl+z");
    settle();
    EXPECT_EQ(scene().data, DataKind::automatic);
}

TEST_F(ViewerTest, the_environment_stays_as_it_is_once_there_are_threads) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the sanitizer must be the first library";
#endif
    const std::string report = (folder_ / "setenv.txt").string();
    // PoCL sets one of hwloc's variables; where it is not there, ten seconds are waited for nothing. A loader that
    // sorts platforms asks them for their devices, and hides that load_drivers() does not: here it sorts none.
    const std::string script =
        fmt::format("env -u GALLIVM_PERF OCL_ICD_PLATFORM_SORT=none XDG_CONFIG_HOME='{}' LD_PRELOAD='{}' "
                    "VOXMARCH_SETENV_REPORT='{}' {} view "
                    "synthetic:torus:32 >/dev/null 2>&1 & "
                    "for i in $(seq 100); do grep -qs HWLOC '{}' && break; sleep 0.1; done; kill $!; wait $!",
                    folder_.string(), LATE_SETENV, report, VOXMARCH_PROGRAM, report);
    (void)std::system(script.c_str());
    const std::string seen = read_bytes(report);
    EXPECT_NE(seen.find("GALLIVM_PERF early"), seen.npos) << seen;
    EXPECT_EQ(seen.find("late"), seen.npos) << seen;
}

} // namespace

} // namespace voxmarch
