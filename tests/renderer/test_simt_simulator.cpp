// Simulated warps: closed forms, and the device's own counters of steps.
#include "device_fixture.h"
#include "renderer/instruments/heat_map.h"
#include "renderer/simt/simulator.h"
#include "renderer/views.h"
#include "volume/formats/read.h"

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
    for (const TraversalInfo &info : traversals) {
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
    for (const TraversalInfo &info : traversals) {
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

TEST(SimtSimulator, sixty_three_rays_fill_a_warp_whatever_they_want) {
    const Volume volume = read_volume("synthetic:tree:64");
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const Camera camera = standard_view(volume.grid());
    const auto run = [&](Traversal traversal) {
        RenderSettings settings;
        settings.shading = Shading::none;
        settings.leaf_size = 4;
        settings.traversal = traversal;
        settings.loops = LoopParams{1, 1, 1, 8, 1, 4};
        // Few warps: for most of the frame there are rays left to take.
        return sum_of(simulate_simt(renderer.simt_scene(camera, 128, 96, settings), settings, 2));
    };
    const SimtCounts one = run(Traversal::persistent_warp_pool), two = run(Traversal::persistent_two_rays),
                     shared = run(Traversal::persistent_shared_rays);
    // Thesis 5: nearly 100 per cent, as one of the two steps is always wanted by 32 rays. Rays that miss the box are
    // found out when they have a lane.
    EXPECT_GT(marching_efficiency_of(shared), 0.97);
    EXPECT_GT(traversal_efficiency_of(shared), 0.85);
    EXPECT_GT(marching_efficiency_of(two), marching_efficiency_of(one));
    EXPECT_GT(marching_efficiency_of(shared), marching_efficiency_of(two));
}

TEST(SimtSimulator, loop_parameters_that_are_used_change_what_warps_do) {
    const Volume volume = read_volume("synthetic:tree:48");
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const Camera camera = standard_view(volume.grid());
    for (const TraversalInfo &info : traversals) {
        RenderSettings settings;
        settings.traversal = info.traversal;
        settings.leaf_size = 1;
        const SimtScene scene = renderer.simt_scene(camera, 96, 64, settings);
        const auto counts_with = [&](const LoopParams &loops) {
            settings.loops = loops;
            std::vector<std::uint32_t> numbers;
            for (const SimtCounts &pixel : simulate_simt(scene, settings, 8)) {
                numbers.insert(numbers.end(),
                               {pixel.nodes, pixel.node_iterations, pixel.samples, pixel.sample_iterations});
            }
            return numbers;
        };
        // Few enough of everything that each parameter is felt.
        const LoopParams base{6, 4, 2, 4, 2, 2};
        const std::vector<std::uint32_t> expected = counts_with(base);
        const LoopParams changed{9, 8, 4, 2, 5, 1};
        for (const LoopParam &param : loop_params()) {
            LoopParams loops = base;
            loops.*param.member = changed.*param.member;
            EXPECT_EQ(counts_with(loops) != expected, uses(info, param.member)) << info.name << " " << param.name;
        }
    }
}

TEST(SimtSimulator, marching_steps_nobody_asked_for_follow_the_fused_ones) {
    const TraversalInfo &info = info_of(Traversal::distance_map);
    EXPECT_EQ(changed_loops(info, {{&LoopParams::fused_steps, 3}}).marching_steps, 18);
    EXPECT_EQ(changed_loops(info, {{&LoopParams::fused_steps, 4}}).marching_steps, 16);
    EXPECT_EQ(changed_loops(info, {{&LoopParams::fused_steps, 3}, {&LoopParams::marching_steps, 16}}).marching_steps,
              16);
}

TEST(HeatMaps, have_the_picture_and_a_scale_beside_it) {
    const Volume volume = read_volume("synthetic:tree:32");
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings;
    settings.traversal = Traversal::while_while;
    for (const HeatMap kind : values_of<HeatMap>()) {
        const Image image = draw_heat_map(renderer, camera, 64, 64, settings, kind, 0);
        EXPECT_EQ(image.width, 64 + heat_legend_width);
        EXPECT_GT(image.height, 64) << "the legend is not cut";
        EXPECT_LE(image.height, 250);
        EXPECT_EQ(draw_heat_map(renderer, camera, 64, 300, settings, kind, 0).height, 300);
        // Something happens at the centre, nothing at the corner.
        const std::uint8_t *corner = image.pixel(0, 0), *center = image.pixel(32, 32);
        EXPECT_NE(std::vector<int>(corner, corner + 3), std::vector<int>(center, center + 3)) << name_of(kind);
    }
    settings.traversal = Traversal::none;
    EXPECT_THROW(draw_heat_map(renderer, camera, 16, 16, settings, HeatMap::traversal_steps), UsageError);
}

using Color = std::array<int, 3>;

Color rgb_at(const Image &image, int x, int y) {
    const std::uint8_t *pixel = image.pixel(x, y);
    return {pixel[0], pixel[1], pixel[2]};
}

TEST(HeatMaps, one_round_shows_who_marches) {
    // All of the box is one node: a traversal iteration, a march of 16 steps, and nothing more.
    const Volume volume = filled_volume({9, 9, 9}, 200);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(constant_transfer(0.01));
    Camera camera;
    camera.target = volume.grid().center();
    camera.eye = camera.target + glm::dvec3(0.0, 0.0, 4000.0);
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.step = 0.5;
    settings.leaf_size = 8;
    settings.traversal = Traversal::first_approach;
    const auto map = [&](int size, int after) {
        return draw_heat_map(renderer, camera, size, size, settings, HeatMap::iteration, after);
    };
    camera.fov = 0.05; // all rays meet the box, along its edges
    EXPECT_EQ(rgb_at(map(8, 0), 3, 3), (Color{0, 0, 0})) << "all march alike";
    EXPECT_EQ(rgb_at(map(8, 1), 3, 3), (Color{0, 0, 255})) << "no warp marches a second time";
    camera.eye = camera.target + glm::dvec3(0.0, 0.0, 60.0);
    camera.fov = 25.0; // one of 3 x 3 does
    EXPECT_EQ(rgb_at(map(3, 0), 1, 1), (Color{0, 0, 0}));
    EXPECT_EQ(rgb_at(map(3, 0), 0, 1), (Color{0, 136, 0})) << "waits while its warp takes 16 of 30 steps";
    camera.eye = camera.target + glm::dvec3(4000.0, 0.0, 4000.0);
    camera.fov = 0.17; // through two faces: from an edge of the box to its diagonal, in which the longest rays lie
    const Image across = map(8, 0);
    EXPECT_EQ(rgb_at(across, 3, 4)[0], 0);
    EXPECT_GT(rgb_at(across, 1, 4)[0], 100) << "marches half as long";
    EXPECT_EQ(rgb_at(across, 1, 4)[1] + rgb_at(across, 1, 4)[2], 0);
    settings.traversal = Traversal::persistent_warp_pool;
    EXPECT_THROW(map(8, 0), UsageError);
}

TEST(HeatMaps, say_what_to_change_where_no_warp_marches) {
    const Volume volume = filled_volume({9, 9, 9}, 200); // one node
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(constant_transfer(0.01));
    RenderSettings settings;
    settings.leaf_size = 8;
    settings.traversal = Traversal::first_approach;
    const auto unit = [&](int after) {
        const Camera camera = standard_view(volume.grid());
        HeatScale scale;
        heat_map_frame(renderer, camera, 16, 16, settings, HeatMap::iteration, scale, after);
        const Image whole = draw_heat_map(renderer, camera, 16, 16, settings, HeatMap::iteration, after);
        EXPECT_LE(whole.height, 250);
        return scale.unit;
    };
    EXPECT_EQ(unit(0), "marching after more than 0 traversal iterations of the warp");
    EXPECT_EQ(unit(99),
              "marching after more than 99 traversal iterations of the warp; no warp marches so late: try 1 or "
              "fewer, a higher threshold or another function");
    EXPECT_EQ(unit(1), "marching after more than 1 traversal iterations of the warp");
    settings.traversal = Traversal::distance_map;
    EXPECT_EQ(unit(99),
              "marching after more than 99 traversal iterations of the warp; no warp marches so late: try 1 or "
              "fewer or another function");
    renderer.set_transfer(constant_transfer(0.0));
    EXPECT_EQ(unit(0), "marching after more than 0 traversal iterations of the warp; no warp marches at all: the "
                       "transfer function shows nothing here");
}

TEST(HeatMaps, false_colors_grow_brighter_with_the_value) {
    std::vector<float> values(64);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<float>(i % 8) / 7.0f;
    }
    const Image image = draw_false_colors(values, 8, 8, 1.0f, "test", "steps");
    int last = -1;
    for (int x = 0; x < 8; ++x) {
        const std::uint8_t *pixel = image.pixel(x, 3);
        const int brightness = pixel[0] + pixel[1] + pixel[2];
        EXPECT_GT(brightness, last);
        last = brightness;
    }
}

TEST(HeatMaps, say_that_larger_values_saturate) {
    const std::vector<float> within(128 * 128, 10.0f);
    std::vector<float> beyond = within;
    beyond.back() = 11.0f;
    const Image plain = draw_false_colors(within, 128, 128, 10.0f, "test", "steps"),
                saturated = draw_false_colors(beyond, 128, 128, 10.0f, "test", "steps"),
                other_unit = draw_false_colors(within, 128, 128, 10.0f, "test", "nodes");
    const auto frame_of = [](const Image &image) { // without the legend
        std::vector<std::uint8_t> pixels;
        for (int y = 0; y < image.height; ++y) {
            pixels.insert(pixels.end(), image.pixel(0, y), image.pixel(0, y) + 4 * 128);
        }
        return pixels;
    };
    EXPECT_EQ(frame_of(plain), frame_of(saturated));
    EXPECT_NE(plain.rgba, saturated.rgba) << "the legend says 'and above'";
    EXPECT_NE(plain.rgba, other_unit.rgba) << "the legend tells the unit";
}

TEST(HeatMaps, scales_end_close_above_what_is_there) {
    // Every ray takes 32 samples through the 32 voxel lengths of the box.
    const Volume volume = filled_volume({33, 33, 33}, 200);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    Camera camera;
    camera.target = volume.grid().center();
    camera.eye = camera.target + glm::dvec3(0.0, 0.0, 4000.0);
    camera.fov = 0.2;
    RenderSettings settings;
    settings.step = 1.0;
    settings.opacity_cutoff = 1.0;
    const Image image = draw_heat_map(renderer, camera, 16, 16, settings, HeatMap::marching_steps);
    // The scale ends at 40, the next of its ticks; 50 would be the next of 1, 2 and 5 times ten.
    const Image at_scale = draw_false_colors(std::vector<float>(16 * 16, 32.0f), 16, 16, 40.0f, "", "");
    for (int channel = 0; channel < 3; ++channel) {
        EXPECT_EQ(image.pixel(8, 8)[channel], at_scale.pixel(8, 8)[channel]);
    }
}

TEST(SimtSimulator, every_traversal_has_a_twin) {
    for (const TraversalInfo &info : traversals) {
        EXPECT_TRUE(has_simt_twin(info.traversal))
            << info.name << ": `bench simt` and heat maps of efficiencies refuse it until renderer/simt/simulator.cpp "
            << "has its loop, or persistent.cpp its pool";
    }
}

TEST(SimtSimulator, traversals_that_it_does_not_know_are_refused) {
    SimtScene scene;
    scene.frame.view.size[0] = scene.frame.view.size[1] = 8;
    RenderSettings settings;
    settings.traversal = static_cast<Traversal>(traversals.size());
    EXPECT_THROW(simulate_simt(scene, settings), UsageError);
}

} // namespace
} // namespace voxmarch
