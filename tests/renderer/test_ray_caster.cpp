// Every back end and every alternative of the caster against the double-precision reference.
#include "device_fixture.h"
#include "renderer/views.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <functional>
#include <glm/gtc/matrix_transform.hpp>
#include <vector>

namespace voxmarch {
namespace {

TEST(RayCaster, AllAlternativesMatchTheReference) {
    const Volume volume = blob_volume({23, 17, 29}, ScalarType::u8);
    for (const Classification classification : {Classification::pre, Classification::post}) {
        for (const Shading shading : {Shading::none, Shading::phong}) {
            for (const Gradient gradient : {Gradient::sobel, Gradient::central}) {
                if (shading == Shading::none && gradient == Gradient::central) {
                    continue;
                }
                TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
                scene.settings.classification = classification;
                scene.settings.shading = shading;
                scene.settings.gradient = gradient;
                expect_like_reference(
                    scene, fmt::format("{} {} {}", name_of(classification), name_of(shading), name_of(gradient)));
            }
        }
    }
}

TEST(RayCaster, TellsTheShareOfOccupiedLeavesBeforeAFrame) {
    const Volume volume = blob_volume({48, 40, 44}, ScalarType::u8);
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings;
    settings.traversal = Traversal::octant_distance_map;
    VolumeRenderer renderer(test_device(), volume, test_backends().front());
    renderer.set_transfer(smooth_transfer());
    const double share = renderer.occupied_share(camera, 64, 48, settings);
    (void)renderer.render(camera, 64, 48, settings);
    const auto &stages = renderer.statistics().stages;
    EXPECT_TRUE(std::ranges::any_of(stages, [](const auto &time) { return time.stage == Stage::occupancy; }))
        << "told by the frame, not lost";
    renderer.count_samples(camera, 64, 48, settings);
    const FrameStatistics &counted = renderer.statistics();
    EXPECT_DOUBLE_EQ(share, double(counted.leaves - counted.leaves_skipped) / double(counted.leaves));
    EXPECT_GT(share, 0.0);
    EXPECT_LT(share, 1.0);
    settings.blend = Blend::mip;
    EXPECT_EQ(renderer.occupied_share(camera, 64, 48, settings), 1.0);
}

TEST(RayCaster, AllScalarTypesMatchTheReference) {
    for (const ScalarType type : {ScalarType::i8, ScalarType::u16, ScalarType::i16, ScalarType::f32}) {
        const Volume volume = blob_volume({16, 19, 18}, type);
        for (const Classification classification : {Classification::pre, Classification::post}) {
            TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
            scene.settings.classification = classification;
            expect_like_reference(scene, fmt::format("{} {}", name_of(type), name_of(classification)));
        }
    }
}

TEST(RayCaster, UnequalSpacingAndObliqueMirroredAxesMatchTheReference) {
    const Volume plain = blob_volume({20, 14, 12}, ScalarType::u8);
    VolumeHeader header = plain.header();
    header.grid.spacing = {0.7, 1.1, 2.3};
    header.grid.origin = {-300.0, 120.0, 55.0};
    header.grid.direction = glm::dmat3(glm::rotate(glm::dmat4(1.0), 0.6, glm::normalize(glm::dvec3(1, -2, 0.5))));
    header.grid.direction[2] = -header.grid.direction[2];
    const Volume volume(header, std::vector<std::byte>(plain.bytes().begin(), plain.bytes().end()));
    for (const char *view : {"standard", "front", "top"}) {
        TestScene scene{&volume, smooth_transfer(), named_view(view, volume.grid(), 4.0 / 3.0), {}};
        scene.settings.light.direction = glm::dvec3(1, 2, 3);
        expect_like_reference(scene, view);
    }
}

TEST(RayCaster, CamerasInsideAndGrazingMatchTheReference) {
    const Volume volume = blob_volume({24, 24, 24}, ScalarType::u8);
    const glm::dvec3 center = volume.grid().center();
    const struct {
        const char *name;
        glm::dvec3 eye, target, up;
    } cameras[] = {
        {"inside", center, center + glm::dvec3(1, 0.3, -0.4), {0, 1, 0}},
        {"on a face", {0.0, 11.0, 12.0}, center, {0, 1, 0}},
        {"axis-parallel", {11.5, 11.5, 80.0}, {11.5, 11.5, 0.0}, {0, 1, 0}},
        {"grazing a face", {11.5, 0.0, 80.0}, {11.5, 0.0, 0.0}, {1, 0, 0}},
        {"looking away", center + glm::dvec3(0, 0, 60), center + glm::dvec3(0, 0, 100), {0, 1, 0}},
        {"far away", center + glm::dvec3(900, 400, 700), center, {0, 1, 0}},
    };
    for (const auto &camera : cameras) {
        TestScene scene{&volume, smooth_transfer(), {}, {}};
        scene.camera.eye = camera.eye;
        scene.camera.target = camera.target;
        scene.camera.up = camera.up;
        if (std::string(camera.name) == "far away") {
            scene.camera.fov = 2.0;
        }
        expect_like_reference(scene, camera.name);
    }
}

TEST(RayCaster, ThinVolumesMatchTheReference) {
    for (const std::array<int, 3> dims :
         {std::array<int, 3>{1, 1, 1}, {1, 20, 20}, {20, 1, 20}, {20, 20, 1}, {2, 2, 2}}) {
        const Volume volume = blob_volume(dims, ScalarType::u8, 3);
        TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
        scene.transfer.opacities = {{0.0, 0.3}, {1.0, 0.9}};
        scene.settings.step = 0.1;
        expect_like_reference(scene, fmt::format("{}x{}x{}", dims[0], dims[1], dims[2]));
        const Image image = render_on_device(scene, SamplingBackend::packet);
        EXPECT_GT(compare(image, Image{40, 30, Pixels(4800, 0)}).largest, 10) << "nothing to be seen";
    }
}

TEST(RayCaster, EverySizeIsDrawnToItsBorders) {
    const Volume volume = filled_volume({9, 9, 9}, 255);
    for (const auto &[width, height] : {std::pair{1, 1}, {7, 3}, {17, 9}, {33, 31}, {16, 8}}) {
        TestScene scene{&volume, constant_transfer(1.0, {1, 1, 1}), {}, {}, width, height};
        scene.camera.eye = volume.grid().center(); // inside: every ray starts in the opaque medium
        scene.camera.target = scene.camera.eye + glm::dvec3(0, 0, -1);
        scene.settings.shading = Shading::none;
        for (const SamplingBackend backend : test_backends()) {
            const Image image = render_on_device(scene, backend);
            ASSERT_EQ(image.rgba, Pixels(image.rgba.size(), 255)) << width << "x" << height;
        }
    }
}

TEST(RayCaster, WorkGroupsDoNotChangeThePicture) {
    const Volume volume = blob_volume({20, 20, 20}, ScalarType::u8);
    TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}, 37, 29};
    const Image expected = render_on_device(scene, SamplingBackend::buffer);
    for (const auto &[width, height] : {std::pair{8, 4}, {32, 4}, {8, 16}}) {
        scene.settings.group_width = width;
        scene.settings.group_height = height;
        EXPECT_EQ(render_on_device(scene, SamplingBackend::buffer).rgba, expected.rgba) << width << "x" << height;
    }
}

TEST(RayCaster, RepeatedFramesAndEditsGiveTheSameBytes) {
    const Volume volume = blob_volume({20, 20, 20}, ScalarType::i16);
    const Camera camera = standard_view(volume.grid());
    for (const Classification classification : {Classification::pre, Classification::post}) {
        RenderSettings settings;
        settings.classification = classification;
        VolumeRenderer renderer(test_device(), volume);
        renderer.set_transfer(smooth_transfer());
        const Image first = renderer.render(camera, 30, 20, settings);
        EXPECT_EQ(renderer.render(camera, 30, 20, settings).rgba, first.rgba);

        // A detour over other settings and another function leads back to the same picture.
        renderer.set_transfer(constant_transfer(0.2));
        RenderSettings other = settings;
        other.step = 1.0;
        other.gradient = Gradient::central;
        other.classification = classification == Classification::pre ? Classification::post : Classification::pre;
        EXPECT_NE(renderer.render(camera, 30, 20, other).rgba, first.rgba);
        renderer.set_transfer(smooth_transfer());
        EXPECT_EQ(renderer.render(camera, 30, 20, settings).rgba, first.rgba);
    }
}

TEST(RayCaster, CountingDoesNotChangeTheStages) {
    const Volume volume = blob_volume({20, 20, 20}, ScalarType::u8);
    const Camera camera = standard_view(volume.grid());
    VolumeRenderer renderer(test_device(), volume);
    renderer.render(camera, 16, 16, {});
    const std::size_t stages = renderer.statistics().stages.size();
    renderer.count_samples(camera, 16, 16, {});
    EXPECT_EQ(renderer.statistics().stages.size(), stages);
    EXPECT_GT(renderer.statistics().samples, 0u);
    EXPECT_GE(renderer.statistics().samples, renderer.statistics().visible_samples);
}

TEST(RayCaster, SettingsOutOfRangeAreRefused) {
    const Volume volume = filled_volume({4, 4, 4}, 1);
    VolumeRenderer renderer(test_device(), volume);
    const Camera camera = standard_view(volume.grid());
    const auto with = [](auto &&change) {
        RenderSettings settings;
        change(settings);
        return settings;
    };
    EXPECT_THROW(renderer.render(camera, 8, 8, with([](auto &s) { s.step = 0.0; })), UsageError);
    EXPECT_THROW(renderer.render(camera, 8, 8, with([](auto &s) { s.step = NAN; })), UsageError);
    EXPECT_THROW(renderer.render(camera, 8, 8, with([](auto &s) { s.opacity_cutoff = 0.0; })), UsageError);
    EXPECT_THROW(renderer.render(camera, 8, 8, with([](auto &s) { s.opacity_cutoff = 1.1; })), UsageError);
    EXPECT_THROW(renderer.render(camera, 8, 8, with([](auto &s) { s.background.x = 2.0f; })), UsageError);
    EXPECT_THROW(renderer.render(camera, 8, 8, with([](auto &s) { s.light.direction = glm::dvec3(0); })), UsageError);
    EXPECT_THROW(renderer.render(camera, 8, 8, with([](auto &s) { s.group_width = 12; })), UsageError);
    EXPECT_THROW(renderer.render(camera, 8, 8, with([](auto &s) { s.group_width = s.group_height = 64; })), UsageError);
    EXPECT_THROW(renderer.render(camera, 0, 8, {}), UsageError);
    EXPECT_THROW(renderer.render(camera, 8, 100000, {}), UsageError);
}

TEST(RayCaster, FramesAndTheirStagesAreTheSameThroughPinnedMemoryAndWhereStagesAreDivided) {
    DeviceOptions options = test_device().options();
    options.staged_copies = StagedCopies::always;
    Device staged(test_device().info().index, options);
    const Volume volume = blob_volume({23, 17, 29}, ScalarType::u16);
    const Camera camera = named_view("standard", volume.grid(), 4.0 / 3.0);
    VolumeRenderer direct(test_device(), volume), through(staged, volume), divided(staged, volume);
    divided.divide_stages(true);
    const auto stages = [](const VolumeRenderer &renderer) {
        std::vector<Stage> names;
        for (const StageTime &stage : renderer.statistics().stages) {
            EXPECT_GE(stage.ms, 0.0) << name_of(stage.stage);
            names.push_back(stage.stage);
        }
        return names;
    };
    for (const Mode mode : {Mode::volume, Mode::isosurface, Mode::both}) {
        RenderSettings settings;
        settings.mode = mode;
        settings.surfaces = {{}};
        settings.surfaces.front().isovalue = 0.5 * (volume.range().min + volume.range().max);
        const Image expected = direct.render(camera, 200, 150, settings);
        EXPECT_EQ(through.render(camera, 200, 150, settings).rgba, expected.rgba) << name_of(mode);
        EXPECT_EQ(divided.render(camera, 200, 150, settings).rgba, expected.rgba) << name_of(mode);
        EXPECT_EQ(stages(through), stages(direct)) << name_of(mode);
        EXPECT_EQ(stages(divided), stages(direct)) << name_of(mode);
        EXPECT_EQ(stages(direct).back(), Stage::readback);
    }
}

/// Shares of a stage that a renderer tells.
std::vector<double> shares_of(VolumeRenderer &renderer, Stage wanted, const std::function<void()> &work) {
    std::vector<double> shares;
    renderer.report_stages([&](Stage stage, double share) {
        if (stage == wanted && share >= 0.0) {
            shares.push_back(share);
        }
    });
    work();
    renderer.report_stages({});
    return shares;
}

/// No launch of a slow device is to take a second, and nobody knows before how long a row takes.
TEST(RayCaster, SlabsOfAFrameCountAndDrawTheSame) {
    const Volume volume = blob_volume({23, 17, 29}, ScalarType::u8);
    const Camera camera = named_view("standard", volume.grid(), 4.0 / 3.0);
    constexpr int width = 133, height = 100;
    VolumeRenderer whole(test_device(), volume), divided(test_device(), volume);
    divided.divide_stages(true);
    for (const Mode mode : {Mode::volume, Mode::both}) {
        RenderSettings settings;
        settings.mode = mode;
        settings.traversal = mode == Mode::both ? Traversal::buffered_for_for : Traversal::none;
        settings.surfaces = {{}};
        settings.surfaces.front().isovalue = 0.5 * (volume.range().min + volume.range().max);
        const std::vector<PixelCounts> expected = whole.count_pixels(camera, width, height, settings);
        const auto count = [&] {
            const std::vector<PixelCounts> counts = divided.count_pixels(camera, width, height, settings);
            ASSERT_EQ(counts.size(), expected.size());
            EXPECT_EQ(std::memcmp(counts.data(), expected.data(), counts.size() * sizeof(PixelCounts)), 0);
        };
        std::vector<double> shares = shares_of(divided, Stage::counting, count);
        EXPECT_GE(shares.size(), 3u) << name_of(mode);
        EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
        EXPECT_EQ(shares.back(), 1.0);

        whole.count_samples(camera, width, height, settings);
        shares = shares_of(divided, Stage::counting, [&] { divided.count_samples(camera, width, height, settings); });
        EXPECT_LE(shares.front(), 16.0 / height) << name_of(mode);
        EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
        EXPECT_EQ(divided.statistics().samples, whole.statistics().samples);
        EXPECT_EQ(divided.statistics().sample_iterations, whole.statistics().sample_iterations);
        EXPECT_EQ(divided.statistics().nodes, whole.statistics().nodes);
        EXPECT_EQ(divided.statistics().node_iterations, whole.statistics().node_iterations);
    }

    // A picture with triangles, which is not drawn in parts.
    RenderSettings settings;
    settings.mode = Mode::both;
    settings.surface_method = SurfaceMethod::mesh;
    settings.surfaces = {{}};
    settings.surfaces.front().isovalue = 0.5 * (volume.range().min + volume.range().max);
    VolumeRenderer fresh(test_device(), volume);
    fresh.divide_stages(true);
    Image image;
    const auto draw = [&] { image = fresh.render(camera, width, height, settings); };
    EXPECT_GE(shares_of(fresh, Stage::frame, draw).size(), 3u);
    EXPECT_EQ(image.rgba, whole.render(camera, width, height, settings).rgba);
    std::vector<double> shares{0.0};
    for (int again = 0; again < 3 && !shares.empty(); ++again) { // drivers may compile when a kernel first runs
        shares = shares_of(fresh, Stage::frame, draw);
    }
    EXPECT_TRUE(shares.empty()) << "the last one was quick";
}

} // namespace
} // namespace voxmarch
