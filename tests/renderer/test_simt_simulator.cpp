// Simulated warps: closed forms, and the device's own counters of steps.
#include "device_fixture.h"
#include "renderer/heat_map.h"
#include "renderer/simt_simulator.h"
#include "volume/read.h"

#include <fmt/format.h>

namespace voxmarch {
namespace {

SimtCounts sum_of(const std::vector<SimtCounts> &counts) {
    SimtCounts sum;
    for (const SimtCounts &pixel : counts) {
        sum.nodes += pixel.nodes;
        sum.node_iterations += pixel.node_iterations;
        sum.samples += pixel.samples;
        sum.sample_iterations += pixel.sample_iterations;
    }
    return sum;
}

double marching_efficiency_of(const SimtCounts &sum) { return sum.samples / (32.0 * sum.sample_iterations); }
double traversal_efficiency_of(const SimtCounts &sum) { return sum.nodes / (32.0 * sum.node_iterations); }

SamplingBackend one_pixel_backend() {
    return test_device().info().backend == SamplingBackend::image ? SamplingBackend::image : SamplingBackend::buffer;
}

TEST(SimtSimulator, equal_rays_fill_their_warps) {
    const Volume volume = filled_volume({33, 33, 33}, 200);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(constant_transfer(0.01));
    Camera camera; // so far away that all rays are alike, and all hit the box
    camera.target = volume.grid().center();
    camera.eye = camera.target + glm::dvec3(0.0, 0.0, 4000.0);
    camera.fov = 0.2;
    RenderSettings settings;
    settings.shading = Shading::none;
    for (const TraversalInfo &info : traversals()) {
        settings.traversal = info.traversal;
        const SimtCounts sum = sum_of(simulate_simt(renderer.simt_scene(camera, 16, 8, settings), settings, 4));
        EXPECT_GT(marching_efficiency_of(sum), 0.95) << info.name;
        if (info.data != SkipData::none) {
            EXPECT_GT(traversal_efficiency_of(sum), 0.95) << info.name;
        }
    }
}

TEST(SimtSimulator, one_lane_in_the_box_fills_a_thirty_second) {
    const Volume volume = filled_volume({9, 9, 9}, 200);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(constant_transfer(0.01));
    Camera camera;
    camera.target = volume.grid().center();
    camera.eye = camera.target + glm::dvec3(0.0, 0.0, 60.0);
    camera.fov = 25.0; // one pixel's ray of 3 x 3 meets the box
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.traversal = Traversal::for_for;
    const SimtCounts sum = sum_of(simulate_simt(renderer.simt_scene(camera, 3, 3, settings), settings));
    EXPECT_GT(sum.samples, 0u);
    EXPECT_EQ(sum.samples, sum.sample_iterations);
    EXPECT_EQ(sum.nodes, sum.node_iterations);
}

TEST(SimtSimulator, steps_are_those_the_device_counts) {
    const Volume volume = read_volume("synthetic:tree:48");
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.leaf_size = 4;
    for (const TraversalInfo &info : traversals()) {
        if (info.persistent && !test_device().info().long_loops) {
            continue;
        }
        settings.traversal = info.traversal;
        const SimtCounts sum = sum_of(simulate_simt(renderer.simt_scene(camera, 48, 40, settings), settings, 4));
        renderer.count_samples(camera, 48, 40, settings);
        const FrameStatistics &counted = renderer.statistics();
        // Flags and majorities are those of warps of 32 lanes here and of the device's there, and rays that end early
        // have then traversed more or less.
        const bool decides = info.persistent || info.traversal == Traversal::buffered_for_for_with_flags;
        const double tolerance = decides ? 0.1 : 0.002;
        EXPECT_NEAR(static_cast<double>(sum.samples) / static_cast<double>(counted.samples), 1.0, tolerance)
            << info.name;
        if (info.data != SkipData::none) {
            EXPECT_NEAR(static_cast<double>(sum.nodes) / static_cast<double>(counted.nodes), 1.0, tolerance)
                << info.name;
        }
    }
}

TEST(SimtSimulator, efficiencies_rank_as_in_the_thesis) {
    const Volume volume = read_volume("synthetic:tree:64");
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const Camera camera = standard_view(volume.grid());
    const auto run = [&](Traversal traversal) {
        RenderSettings settings;
        settings.shading = Shading::none;
        settings.leaf_size = 8;
        settings.traversal = traversal;
        return sum_of(simulate_simt(renderer.simt_scene(camera, 128, 96, settings), settings));
    };
    const SimtCounts first = run(Traversal::first_approach), if_if = run(Traversal::if_if),
                     for_for = run(Traversal::for_for), buffered = run(Traversal::buffered_for_for),
                     flags = run(Traversal::buffered_for_for_with_flags);
    // Thesis tables 4.6, 4.14, 4.18, 4.21: marching suffers most at first, traversal in if-if; buffers mend both.
    EXPECT_LT(marching_efficiency_of(first), marching_efficiency_of(for_for));
    EXPECT_LT(marching_efficiency_of(for_for), marching_efficiency_of(buffered));
    EXPECT_LE(marching_efficiency_of(buffered), marching_efficiency_of(flags));
    EXPECT_LT(traversal_efficiency_of(if_if), traversal_efficiency_of(for_for));
    EXPECT_LT(traversal_efficiency_of(for_for), traversal_efficiency_of(buffered));
}

TEST(HeatMaps, have_the_picture_and_a_scale_beside_it) {
    const Volume volume = read_volume("synthetic:tree:32");
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings;
    settings.traversal = Traversal::while_while;
    for (const HeatMap kind : heat_maps()) {
        const Image image = draw_heat_map(renderer, camera, 64, 64, settings, kind);
        EXPECT_GT(image.width, 64);
        EXPECT_EQ(image.height, 64);
        // Something happens at the centre, nothing at the corner.
        const std::uint8_t *corner = image.pixel(0, 0), *center = image.pixel(32, 32);
        EXPECT_NE(std::vector<int>(corner, corner + 3), std::vector<int>(center, center + 3)) << name_of(kind);
    }
    settings.traversal = Traversal::none;
    EXPECT_THROW(draw_heat_map(renderer, camera, 16, 16, settings, HeatMap::traversal_steps), UsageError);
}

TEST(HeatMaps, false_colors_grow_brighter_with_the_value) {
    std::vector<float> values(64);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<float>(i % 8) / 7.0f;
    }
    const Image image = draw_false_colors(values, 8, 8, 1.0f, "test");
    int last = -1;
    for (int x = 0; x < 8; ++x) {
        const std::uint8_t *pixel = image.pixel(x, 3);
        const int brightness = pixel[0] + pixel[1] + pixel[2];
        EXPECT_GT(brightness, last);
        last = brightness;
    }
}

} // namespace
} // namespace voxmarch
