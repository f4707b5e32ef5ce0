// The whole viewer with a volume that has no room on the device: pictures, panels, slices, and what is saved.
#include "tests/viewer/viewer_test.h"

#include <fstream>

namespace voxmarch {

namespace {

LoadRequest large_tree() {
    LoadRequest request;
    request.volume.source = "synthetic:tree:140";
    request.transfer = "thesis";
    request.large_above = 1; // as if it were larger than 2^30 voxels
    return request;
}

/// The most memory that this process has had, MiB.
long peak_mib() {
    std::ifstream status("/proc/self/status");
    std::string word;
    long kib = 0;
    while (status >> word && word != "VmHWM:") {
    }
    status >> kib;
    return kib / 1024;
}

constexpr BrickWish small_memory{.memory = std::uint64_t{32} << 20};

TEST_F(ViewerTest, bricks_are_drawn_at_rest_as_render_draws_them) {
    LoadRequest tree = large_tree();
    tree.large_above = 0; // as render reads it
    open(tree, "", {.bricks = true, .memory = small_memory.memory});
    ASSERT_TRUE(status().bricks);
    EXPECT_TRUE(scene().lod.for_screen);
    EXPECT_FALSE(status().bricks->all_there);
    EXPECT_FALSE(loaded()->provisional);
    drag(at(0.5, 0.5), at(0.6, 0.55), 1);
    settle();
    EXPECT_TRUE(frame().final);
    execute(state(), Command::save_session);
    const std::filesystem::path session = folder_ / "tree-001.json", picture = folder_ / "again.png";
    ASSERT_TRUE(std::filesystem::exists(session));
    ASSERT_TRUE(voxmarch(fmt::format("render {} --bricks --memory-limit 32 --embed none -o {} --size {}x{}",
                                     session.string(), picture.string(), scene().width, scene().height)));
    EXPECT_EQ(read_png(picture).rgba, image().rgba);
    press("p");
    settle();
    EXPECT_EQ(read_png(folder_ / "tree-001.png").rgba, image().rgba);
}

TEST_F(ViewerTest, bricks_are_smoothed_sample_by_sample) {
    samples_ = 4;
    LoadRequest tree = large_tree();
    tree.large_above = 0;
    open(tree, "", {.bricks = true, .memory = small_memory.memory});
    drag(at(0.5, 0.5), at(0.6, 0.55), 1);
    EXPECT_TRUE(wait_for([this] { return status().activity == "smoothing"; })) << "one sample was shown first";
    settle();
    execute(state(), Command::save_session);
    const std::filesystem::path picture = folder_ / "again.png";
    ASSERT_TRUE(voxmarch(fmt::format("render {} --bricks --memory-limit 32 --embed none -o {}",
                                     (folder_ / "tree-001.json").string(), picture.string())));
    EXPECT_EQ(read_png(picture).rgba, image().rgba);
}

TEST_F(ViewerTest, bricks_have_their_cuts_filled_as_the_whole_volume) {
    LoadRequest tree = large_tree();
    tree.large_above = 0;
    open(tree, "", {.bricks = true, .memory = small_memory.memory});
    execute(state(), Command::mode_isosurfaces);
    settle();
    EXPECT_TRUE(scene().settings.surface_caps) << "at first";
    scene().settings.surface_caps = false;
    scene().settings.clip_high.x = 0.5;
    settle();
    const Image open_cut = image();
    scene().settings.surface_caps = true;
    settle();
    EXPECT_TRUE(scene().settings.surface_caps);
    EXPECT_NE(image().rgba, open_cut.rgba);
    execute(state(), Command::save_session);
    const std::filesystem::path picture = folder_ / "again.png";
    ASSERT_TRUE(voxmarch(fmt::format("render {} --lod exact --embed none -o {}", (folder_ / "tree-001.json").string(),
                                     picture.string())));
    EXPECT_EQ(read_png(picture).rgba, image().rgba);
}

TEST_F(ViewerTest, bricks_leave_out_what_they_cannot_draw_with_a_word) {
    open(large_tree(), "", small_memory);
    const Image lit = image();
    press("j");
    settle();
    EXPECT_NE(scene().settings.shadows, Shadows::none);
    EXPECT_NE(image().rgba, lit.rgba) << "shadows are seen";
    scene().settings.adaptive_step = true;
    settle();
    EXPECT_FALSE(scene().settings.adaptive_step);
    EXPECT_NE(notices().back().text.find("without an adaptive step"), std::string::npos);
    press("m"); // isosurfaces
    settle();
    EXPECT_EQ(scene().settings.surface_method, SurfaceMethod::raycast);
    EXPECT_TRUE(frame().final);
    EXPECT_EQ(status().error, "");
}

TEST_F(ViewerTest, slices_of_bricks_are_read_in_the_background) {
    open(large_tree(), "", small_memory);
    press("x");
    ASSERT_TRUE(wait_for([this] { return tools().slices.valued == tools().slices.voxel; }));
    Slices &slices = tools().slices;
    EXPECT_EQ(slices.value, loaded()->volume.value(70, 70, 70));
    slices.voxel.z = 30;
    EXPECT_TRUE(wait_for([&] { return slices.read[2].position == 30 && slices.valued == slices.voxel; }));
    EXPECT_EQ(slices.problem, "");
    tools().probe.open = true;
    settle();
    click(at(0.5, 0.5));
    settle();
    EXPECT_FALSE(tools().probe.ray.samples.empty());
    EXPECT_EQ(status().error, "");
}

TEST_F(ViewerTest, of_two_gigabytes_hardly_any_come_to_memory) {
    const long before = peak_mib();
    LoadRequest request;
    request.volume.source = "synthetic:cayley:1300";
    open(request, "", small_memory);
    ASSERT_TRUE(loaded()->volume.large());
    EXPECT_TRUE(frame().final);
    press("x");
    ASSERT_TRUE(wait_for([this] { return tools().slices.valued == tools().slices.voxel; }));
    tools().probe.open = true;
    click(at(0.5, 0.5));
    press("p");
    settle();
    EXPECT_TRUE(std::filesystem::exists(folder_ / "cayley-001.png"));
    EXPECT_LT(peak_mib() - before, 400) << "of 2095";
    RecordProperty("peak_mib", static_cast<int>(peak_mib() - before));
    fmt::print("peak: {} MiB more than at the beginning\n", peak_mib() - before);
}

} // namespace

} // namespace voxmarch
