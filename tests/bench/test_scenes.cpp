// The scenes of the benchmarks in small: a time is told of a picture that equals that of the standard caster, of no
// other.
#include "bench/frame_bench.h"
#include "tests/support/test_device.h"
#include "transfer/preset.h"

#include <gtest/gtest.h>

namespace voxmarch {
namespace {

constexpr std::array<int, 2> size{32, 24};

TEST(BenchScenes, are_drawn_alike_by_every_traversal) {
    for (const std::string &name : synthetic_volumes(frame_models, {32})) {
        const BenchScene scene = read_scene(name);
        VolumeRenderer renderer(test_device(), scene.volume);
        RenderSettings settings = bench_settings({});
        settings.traversal = Traversal::none;
        const Image expected = renderer.render(scene.camera, size[0], size[1], settings);
        for (const TraversalInfo &info : traversals) {
            if (info.persistent && !test_device().info().long_loops) {
                continue;
            }
            settings.traversal = info.traversal;
            const FrameRow row =
                measure_frame(renderer, scene.camera, size, settings, &expected, 1, std::string(info.name));
            EXPECT_TRUE(row.equal) << scene.name << " " << info.name;
            EXPECT_GT(row.ms.median, 0.0) << scene.name << " " << info.name;
            EXPECT_GT(row.counts.samples, 0u) << scene.name << " " << info.name;
        }
    }
}

TEST(BenchScenes, with_another_picture_have_no_time) {
    const BenchScene scene = read_scene("synthetic:tree:32");
    VolumeRenderer renderer(test_device(), scene.volume);
    const RenderSettings settings = bench_settings({});
    Image other = renderer.render(scene.camera, size[0], size[1], settings);
    other.rgba[5] ^= 1;
    const FrameRow row = measure_frame(renderer, scene.camera, size, settings, &other, 3, "other");
    EXPECT_FALSE(row.equal);
    EXPECT_EQ(row.ms.median, 0.0);
    EXPECT_EQ(row.counts.samples, 0u);
}

TEST(BenchScenes, whose_second_cut_differs_have_no_time) {
    const BenchScene scene = read_scene("synthetic:tree:32");
    VolumeRenderer renderer(test_device(), scene.volume);
    const RenderSettings settings = bench_settings({});
    const Image expected = renderer.render(scene.camera, size[0], size[1], settings);
    int drawn = 0;
    const DrawFrame shared = [&](FrameStatistics &statistics) {
        statistics.frame_ms = 3.0;
        Image image = expected;
        image.rgba[7] ^= ++drawn == 3 ? 1 : 0;
        return image;
    };
    EXPECT_FALSE(measure_frame(renderer, scene.camera, size, settings, &expected, 3, "x", nullptr, shared).equal);
    EXPECT_EQ(drawn, 3) << "dealt, cut by costs, the first that is timed";
    const FrameRow row = measure_frame(renderer, scene.camera, size, settings, &expected, 3, "x", nullptr, shared);
    EXPECT_TRUE(row.equal);
    EXPECT_EQ(row.ms.median, 3.0) << "of those who share the frame";
}

} // namespace
} // namespace voxmarch
