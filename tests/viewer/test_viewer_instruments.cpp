// The viewer's instruments against the command line's: spans of a ray, boxes of the octree, two devices.
#include "tests/viewer/viewer_test.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace voxmarch {

namespace {

struct CsvSpans {
    int skipped = 0, marched = 0, samples_skipped = 0;
};

/// Lines "node,first,last,level,skip|march,..." and "sample,k,k,,marched|skipped,..." of `voxmarch render --probe`.
CsvSpans spans_of_csv(const std::filesystem::path &file) {
    CsvSpans spans;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        const bool node = line.starts_with("node,"), sample = line.starts_with("sample,");
        spans.skipped += node && line.find(",skip,") != std::string::npos;
        spans.marched += node && line.find(",march,") != std::string::npos;
        spans.samples_skipped += sample && line.find(",skipped,") != std::string::npos;
    }
    return spans;
}

// Ticks of an axis without a length once had no end.
TEST_F(ViewerTest, a_ray_of_equal_values_is_plotted) {
    open("formula:83.2:16");
    tools().probe.open = true;
    settle();
    user_does("mousemove " + at(0.5, 0.5));
    steps(4);
    settle();
    const RayProbe &ray = tools().probe.ray;
    ASSERT_FALSE(ray.samples.empty());
    EXPECT_EQ(ray.values_at(0), ray.values_at(ray.samples.size() - 1));
}

TEST_F(ViewerTest, spans_of_the_probe_are_those_of_the_command_line) {
    open("synthetic:torus:48");
    tools().probe.open = true;
    for (const Traversal traversal : {Traversal::first_approach, Traversal::distance_map}) {
        scene().settings.traversal = traversal;
        scene().settings.leaf_size = 4;
        settle();
        user_does("mousemove " + at(0.62, 0.45));
        steps(4);
        settle();
        user_does("mousemove " + at(0.60, 0.45));
        steps(4);
        const RayProbe &ray = tools().probe.ray;
        press("ctrl+s");
        settle();
        const std::filesystem::path session = folder_ / "torus-001.json", plot = folder_ / "ray.png";
        ASSERT_TRUE(
            voxmarch(fmt::format("render {} --probe {},{} -o {}", session.string(), ray.x, ray.y, plot.string())));
        const CsvSpans expected = spans_of_csv(folder_ / "ray.csv");
        const SkippedShare share = skipped_share(ray);
        EXPECT_GT(expected.skipped, 0);
        EXPECT_EQ(share.spans, expected.skipped);
        EXPECT_EQ(static_cast<int>(ray.spans.size()) - share.spans, expected.marched);
        EXPECT_EQ(share.samples_skipped, expected.samples_skipped);
        EXPECT_EQ(share.samples, static_cast<int>(ray.samples.size()));
        std::filesystem::remove(session);
    }
    scene().settings.traversal = Traversal::none;
    settle();
    user_does("mousemove " + at(0.62, 0.46));
    steps(4);
    EXPECT_TRUE(tools().probe.ray.spans.empty());
}

TEST_F(ViewerTest, boxes_of_leaves_are_the_leaves_that_are_not_skipped) {
    open("synthetic:torus:48");
    const auto window = [&](const char *name) {
        tools().save.window_wanted = (folder_ / name).string();
        user_does("mousemove 10 10");
        steps(3);
        return read_png(folder_ / name);
    };
    const Image without = window("without.png");
    tools().skip.level = 0;
    settle();
    steps(3);
    press("ctrl+s");
    settle();
    ASSERT_TRUE(voxmarch(fmt::format("render {} -o {} --stats {}", (folder_ / "torus-001.json").string(),
                                     (folder_ / "again.png").string(), (folder_ / "stats.json").string())));
    const nlohmann::json stats = nlohmann::json::parse(read_bytes(folder_ / "stats.json"));
    const auto occupied = stats.at("leaves").get<std::size_t>() - stats.at("leaves_skipped").get<std::size_t>();
    EXPECT_GT(occupied, 10u);
    EXPECT_EQ(tools().skip.boxes.nodes.size(), occupied);
    EXPECT_GT(compare(without, window("with.png"), 8).pixels_above, 2000u);

    // The finest level that stays clear: the leaves are too many for a limit below their number.
    const OctreeNodes coarser =
        occupied_nodes(tools().skip.octree.layout, tools().skip.octree.states, automatic_level, occupied - 1);
    EXPECT_EQ(coarser.level, 1);
    EXPECT_LT(coarser.nodes.size(), occupied);
    for (const glm::ivec3 &leaf : tools().skip.boxes.nodes) { // every leaf is in a box of the level above
        EXPECT_NE(std::find(coarser.nodes.begin(), coarser.nodes.end(), leaf / 2), coarser.nodes.end());
    }
}

TEST_F(ViewerTest, only_the_nearest_boxes_are_drawn) {
    OctreeNodes octree{make_octree_layout({33, 17, 9}, 8), 0, {}};
    for (int x = 0; x < 4; ++x) {
        octree.nodes.emplace_back(x, 0, 0);
    }
    const std::vector<glm::ivec3> near = nearest_nodes(octree, 2, {100.0, 4.0, 4.0}, glm::dvec3(1.0));
    ASSERT_EQ(near.size(), 2u);
    EXPECT_EQ(near[0], glm::ivec3(2, 0, 0)); // the nearest comes last, over the others
    EXPECT_EQ(near[1], glm::ivec3(3, 0, 0));
    EXPECT_EQ(octree.low({3, 1, 0}), glm::dvec3(24.0, 8.0, 0.0));
    EXPECT_EQ(octree.high({3, 1, 0}), glm::dvec3(32.0, 16.0, 8.0));
    const OctreeNodes cut{make_octree_layout({30, 17, 9}, 8), 0, {}}; // the last leaf ends at the last voxel
    EXPECT_EQ(cut.high({3, 1, 0}), glm::dvec3(29.0, 16.0, 8.0));
}

TEST_F(ViewerTest, loop_parameters_change_no_pixel) {
    open("synthetic:torus:48");
    scene().settings.traversal = Traversal::buffered_for_for_with_flags;
    settle();
    const Image before = image();
    scene().settings.loops = changed_loops(info_of(Traversal::buffered_for_for_with_flags),
                                           {{&LoopParams::fused_steps, 4}, {&LoopParams::buffer_length, 2}});
    settle();
    EXPECT_EQ(compare(before, image(), 1).pixels_above, 0u); // 1: rays may begin at other tiles
    for (const LoopParam &param : loop_params()) { // the catalogue's ranges are those that settings are held to
        for (const int value : {param.low - 1, param.high + 1}) {
            RenderSettings settings;
            settings.traversal = Traversal::persistent_warp_pool;
            settings.loops = loops_of(settings);
            (*settings.loops).*param.member = value;
            EXPECT_ANY_THROW(validate(settings)) << param.name << " " << value;
        }
    }
}

TEST_F(ViewerTest, a_second_device_draws_b) {
    open("synthetic:torus:48");
    if (status().devices.size() < 2) {
        GTEST_SKIP() << "there is one OpenCL device";
    }
    const int second = status().device_index == 0 ? 1 : 0;
    press("v");
    settle();
    EXPECT_EQ(frame().other_device, status().device_index);
    tools().compare.device = second;
    settle();
    EXPECT_TRUE(status().error.empty()) << status().error;
    EXPECT_EQ(frame().other_device, second);
    EXPECT_GT(frame().other_statistics.frame_ms, 0.0);
    ASSERT_TRUE(view().shown.difference);
    EXPECT_LE(view().shown.difference->largest, 2); // of 255; the same driver: 0
    drag(at(0.25, 0.5), at(0.3, 0.6), 1);
    settle();
    EXPECT_EQ(frame().other_device, second);
    EXPECT_LE(view().shown.difference->largest, 2);
    tools().compare.device = -1;
    settle();
    EXPECT_EQ(frame().other_device, status().device_index);
    EXPECT_EQ(view().shown.difference->largest, 0);
    press("v");
    settle();
}

TEST_F(ViewerTest, a_second_device_draws_with_the_first) {
    LoadRequest torus;
    torus.volume.source = "synthetic:torus:48";
    torus.transfer = "thesis";
    open(torus, "0");
    if (status().devices.size() < 2 || status().devices[0].substr(2) != status().devices[1].substr(2)) {
        GTEST_SKIP() << "there are no two devices of one model";
    }
    const auto shade = [&, camera = scene().camera] { // how a scene is framed depends on when it was there
        scene().camera = camera;
        scene().settings.shading = Shading::phong;
        settle();
    };
    shade();
    EXPECT_TRUE(frame().shares.empty());
    const Image alone = image();
    open(torus, "0,1");
    EXPECT_EQ(status().device.rfind("2 x ", 0), 0u) << status().device;
    EXPECT_EQ(frame().shares.size(), 2u);
    shade();
    EXPECT_EQ(frame().shares.size(), 2u);
    EXPECT_TRUE(image().rgba == alone.rgba);
    press("v"); // one device draws both sides of a comparison
    settle();
    EXPECT_TRUE(frame().shares.empty());
    EXPECT_EQ(view().shown.difference->largest, 0);
    press("v");
    settle();
    EXPECT_TRUE(status().error.empty()) << status().error;
}

} // namespace

} // namespace voxmarch
