// Painters of volumes in bricks: coarse at once, exact at rest, and nothing read in between.
#include "app/viewer/document/brick_limits.h"
#include "app/viewer/jobs/mesh_export.h"
#include "app/viewer/jobs/painter.h"
#include "device_fixture.h"
#include "renderer/brick_plan.h"
#include "scene/brick_content.h"
#include "scene/level_choice.h"
#include "scene/preview.h"
#include "scene/quick_look.h"
#include "tests/support/level_store.h"
#include "transfer/preset.h"
#include "volume/downsample.h"

#include <atomic>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace voxmarch {

namespace {

constexpr std::uint64_t budget = std::uint64_t{32} << 20;

/// Keeps what is published; a newer request comes after so many questions whether one has.
class Client final : public PainterClient {
public:
    bool is_newest(std::uint64_t) const override { return questions_left < 0 || --questions_left > 0; }
    void set_activity(const std::string &what, double) override {
        const std::lock_guard lock(mutex);
        activities.push_back(what);
    }
    void publish(Frame frame) override { frames.push_back(std::move(frame)); }
    void tell_improvement() override { improvements++; }

    bool said(const std::string &words) const {
        return std::ranges::any_of(activities, [&](const std::string &what) { return what.starts_with(words); });
    }

    mutable std::atomic<int> questions_left = -1;
    std::atomic<int> improvements = 0;
    std::vector<Frame> frames;
    std::vector<std::string> activities;
    std::mutex mutex;
};

std::shared_ptr<const LoadedVolume> loaded_volume(const std::string &source, std::uint64_t large_above) {
    LoadRequest request;
    request.volume.source = source;
    request.transfer = "thesis";
    request.large_above = large_above;
    return load_volume(request);
}

FrameRequest request_of(const LoadedVolume &loaded, int width = 64, int height = 48, bool moving = false) {
    FrameRequest request;
    request.order.scene = first_scene(loaded, width, height);
    request.moving = moving;
    request.order.scene.settings.traversal = Traversal::octant_distance_map;
    return request;
}

/// As `voxmarch render` draws it with room for three bricks.
Image rendered(const std::shared_ptr<const LoadedVolume> &loaded, const Scene &scene) {
    SceneRenderer renderer(loaded, in_bricks(test_device(), loaded, one_pixel_backend(), 3));
    return renderer.draw(scene);
}

TEST(BrickPictures, are_coarse_at_once_and_those_of_render_at_rest) {
    for (const std::uint64_t large_above : {0, 1}) {
        SCOPED_TRACE(large_above ? "in its source" : "in memory");
        const auto loaded = loaded_volume("synthetic:tree:140", large_above);
        Client client;
        Painter painter(client, {&test_device()}, loaded, one_pixel_backend(), {.bricks = true, .memory = budget});
        ASSERT_TRUE(painter.bricks());
        EXPECT_LT(painter.bricks()->slots, painter.bricks()->bricks);
        FrameRequest request = request_of(*loaded);
        EXPECT_FALSE(painter.draw_coarse(request, 1));
        EXPECT_EQ(client.frames.back().final, false);
        EXPECT_EQ(std::as_const(painter).renderer().brick_counts(), nullptr) << "the preview draws";
        for (const Classification classification : {Classification::post, Classification::preintegrated}) {
            request.order.scene.settings.classification = classification;
            painter.draw_full(request.order, 1);
            const Frame &frame = client.frames.back();
            EXPECT_TRUE(frame.final);
            EXPECT_EQ(frame.image.rgba, rendered(loaded, request.order.scene).rgba);
        }
        EXPECT_TRUE(client.said("loading bricks: "));
    }
}

TEST(BrickPictures, of_half_the_edge_are_the_same) {
    const auto loaded = loaded_volume("synthetic:tree:140", 1);
    Client client;
    Painter painter(client, {&test_device()}, loaded, one_pixel_backend(),
                    {.bricks = true, .memory = budget, .size = {32}});
    EXPECT_EQ(painter.bricks()->edge, 32);
    EXPECT_EQ(painter.bricks()->bricks, 125u);
    const FrameRequest request = request_of(*loaded);
    painter.draw_full(request.order, 1);
    ASSERT_EQ(client.frames.size(), 1u);
    EXPECT_EQ(std::as_const(painter).renderer().brick_size(), BrickSize{32});
    EXPECT_EQ(client.frames.back().image.rgba, rendered(loaded, request.order.scene).rgba);
}

TEST(BrickPictures, of_the_level_that_the_screen_needs_are_those_of_that_level) {
    const auto loaded = loaded_volume("synthetic:tree:300", 1);
    Client client;
    Painter painter(client, {&test_device()}, loaded, one_pixel_backend(), {.bricks = true, .memory = budget});
    FrameRequest request = request_of(*loaded);
    request.order.scene.lod.for_screen = true;
    painter.draw_full(request.order, 1);
    ASSERT_EQ(client.frames.size(), 1u);
    EXPECT_EQ(painter.bricks()->level, 1);
    EXPECT_EQ(painter.bricks()->drawn, (std::array<int, 3>{150, 150, 150}));
    const auto level = std::make_shared<SceneContent>(at_level(*loaded, 1));
    SceneRenderer renderer(level, in_bricks(test_device(), level, one_pixel_backend(), 0));
    EXPECT_EQ(client.frames.back().image.rgba, renderer.draw(request.order.scene).rgba);
}

TEST(BrickPictures, of_the_screen_are_those_that_render_takes) {
    // Of the levels of a store, and where a ball is seen far behind the face of its box.
    const auto folder = std::filesystem::temp_directory_path() / fmt::format("voxmarch-levels-{}", ::getpid());
    const std::string store = testing::write_two_levels(folder / "v.zarr", 200, 150);
    for (const std::uint64_t large_above : {0, 1}) {
        SCOPED_TRACE(large_above ? "in its source" : "in memory");
        const auto loaded = loaded_volume(store, large_above);
        Client client;
        Painter painter(client, {&test_device()}, loaded, one_pixel_backend(), {.bricks = true, .memory = budget});
        FrameRequest request = request_of(*loaded);
        Scene &scene = request.order.scene;
        scene.lod.for_screen = true;
        scene.transfer.opacities = {{100.0, 0.0}, {101.0, 0.5}};
        scene.transfer.widgets.clear();
        scene.transfer.domain = TransferDomain::value;
        const glm::dvec3 ahead = glm::normalize(scene.camera.target - scene.camera.eye);
        std::array<int, 2> levels_drawn{};
        for (int step = 0; step < 24; ++step) {
            painter.draw_full(request.order, 1);
            const int level =
                wanted_level(scene, *loaded, value_blocks(loaded->volume), detail_levels(*loaded), {&scene.camera, 1});
            ASSERT_EQ(painter.bricks()->level, level) << step;
            if (levels_drawn[std::size_t(level)]++ == 0) {
                const std::shared_ptr<const SceneContent> drawn =
                    level > 0 ? std::make_shared<SceneContent>(at_level(*loaded, level))
                              : std::shared_ptr<const SceneContent>(loaded);
                SceneRenderer renderer(drawn, in_bricks(test_device(), drawn, one_pixel_backend(), 0));
                EXPECT_EQ(client.frames.back().image.rgba, renderer.draw(scene).rgba) << level;
            }
            scene.camera.eye -= 10.0 * ahead;
        }
        EXPECT_GT(levels_drawn[0], 0);
        EXPECT_GT(levels_drawn[1], 0);
    }
    std::filesystem::remove_all(folder);
}

TEST(BrickPictures, surfaces_in_a_pre_integrated_volume_are_those_of_render) {
    const auto loaded = loaded_volume("synthetic:tree:140", 1), memory = loaded_volume("synthetic:tree:140", 0);
    Client client;
    Painter painter(client, {&test_device()}, loaded, one_pixel_backend(), {.memory = budget});
    FrameRequest request = request_of(*loaded);
    RenderSettings &settings = request.order.scene.settings;
    settings.mode = Mode::both;
    settings.classification = Classification::preintegrated;
    settings.step = 2.0;
    settings.surfaces = {{.isovalue = 120.0}};
    settings.surfaces.front().opacity = 0.4f;
    painter.draw_full(request.order, 1);
    ASSERT_EQ(client.frames.size(), 1u);
    Scene drawn = request.order.scene;
    drawn.settings = possible_in_bricks(settings, false);
    EXPECT_EQ(drawn.settings.classification, Classification::preintegrated);
    EXPECT_EQ(drawn.settings.surface_method, SurfaceMethod::raycast);
    EXPECT_EQ(client.frames.back().image.rgba, rendered(loaded, drawn).rgba);
    EXPECT_EQ(SceneRenderer(test_device(), memory, one_pixel_backend()).draw(drawn).rgba, rendered(loaded, drawn).rgba);
    drawn.settings.classification = Classification::post;
    EXPECT_NE(client.frames.back().image.rgba, rendered(loaded, drawn).rgba) << "it would be seen";
    drawn.settings.classification = Classification::preintegrated;
    drawn.settings.mode = Mode::volume;
    EXPECT_NE(client.frames.back().image.rgba, rendered(loaded, drawn).rgba) << "so would the surface";
}

TEST(BrickPictures, previews_are_as_bright_as_the_volume) {
    const auto loaded = loaded_volume("synthetic:cayley:256", 1);
    Client client;
    Painter painter(client, {&test_device()}, loaded, one_pixel_backend(), {.bricks = true, .memory = budget});
    ASSERT_LT(painter.bricks()->preview[0], 140) << "it has fewer voxels";
    const Scene scene = request_of(*loaded).order.scene;
    const Image preview = painter.quick_picture(scene), exact = painter.picture(scene);
    EXPECT_LT(compare(preview, exact, 0).mean, 4.0);
    Scene dark = scene;
    dark.transfer.unit_distance *= 3.0;
    EXPECT_GT(compare(painter.picture(dark), exact, 0).mean, 8.0) << "what it would be without a thought";
}

TEST(BrickPictures, a_newer_request_ends_the_reading_and_the_next_picture_is_whole) {
    const auto loaded = loaded_volume("synthetic:tree:140", 1);
    Client client;
    Painter painter(client, {&test_device()}, loaded, one_pixel_backend(), {.memory = budget});
    const FrameRequest request = request_of(*loaded);
    for (const int questions : {2, 5, 9}) {
        client.questions_left = questions;
        painter.draw_full(request.order, 1);
        EXPECT_TRUE(client.frames.empty()) << questions;
    }
    client.questions_left = -1;
    painter.draw_full(request.order, 2);
    ASSERT_EQ(client.frames.size(), 1u);
    EXPECT_EQ(client.frames.back().image.rgba, rendered(loaded, request.order.scene).rgba);
}

TEST(BrickPictures, nothing_is_read_for_what_moves) {
    const auto loaded = loaded_volume("synthetic:tree:140", 1);
    Client client;
    Painter painter(client, {&test_device()}, loaded, one_pixel_backend(), {.memory = budget});
    FrameRequest request = request_of(*loaded, 32, 32, true);
    painter.draw_full(request.order, 1);
    const BrickCounts before = *std::as_const(painter).renderer().brick_counts();
    EXPECT_GT(before.uploads, 0u);
    Camera &camera = request.order.scene.camera;
    for (int i = 0; i < 6; ++i) {
        camera.eye = {camera.eye.z, camera.eye.x, camera.eye.y}; // other sides, which need other bricks
        camera.eye += glm::dvec3(3.0);
        painter.draw_coarse(request, 2);
    }
    EXPECT_EQ(std::as_const(painter).renderer().brick_counts()->uploads, before.uploads);
    EXPECT_EQ(client.frames.size(), 7u);
}

TEST(BrickPictures, with_all_bricks_there_what_moves_is_the_volume_itself_where_that_is_quick) {
    const auto loaded = loaded_volume("synthetic:tree:100", 0);
    Client client;
    Painter painter(client, {&test_device()}, loaded, one_pixel_backend(), {.bricks = true});
    ASSERT_TRUE(painter.bricks() && painter.bricks()->all_there);
    const FrameRequest request = request_of(*loaded, 8, 8, true);
    for (int i = 0; i < 8; ++i) { // until the times are those of a warm machine
        painter.draw_full(request.order, 1);
    }
    if (client.frames.back().statistics.frame_ms > 10.0) {
        GTEST_SKIP() << "this device is too slow for moving pictures of 64 pixels";
    }
    EXPECT_TRUE(painter.draw_coarse(request, 2));
    EXPECT_EQ(client.frames.back().image.rgba, rendered(loaded, request.order.scene).rgba);
}

TEST(BrickPictures, kept_pictures_of_any_size_are_those_of_render) {
    const auto loaded = loaded_volume("synthetic:tree:140", 1);
    Client client;
    Painter painter(client, {&test_device()}, loaded, one_pixel_backend(), {.memory = budget});
    Scene scene = request_of(*loaded, 400, 300).order.scene; // more than a part
    EXPECT_EQ(painter.picture(scene).rgba, rendered(loaded, scene).rgba);
    scene.width = scene.height = 40;
    scene.transparent = true;
    EXPECT_EQ(painter.picture(scene).rgba, rendered(loaded, scene).rgba);
}

TEST(BrickPictures, what_bricks_cannot_draw_is_left_out) {
    for (const bool all_there : {true, false}) {
        for (const Mode mode : values_of<Mode>()) {
            for (const Classification classification : values_of<Classification>()) {
                RenderSettings settings;
                settings.mode = mode;
                settings.classification = classification;
                settings.surfaces.emplace_back();
                settings.step = 2.0;
                settings.shadows = Shadows::half;
                settings.ambient_occlusion = 16;
                settings.shadow_method = ShadowMethod::marched;
                settings.ambient_occlusion_method = OcclusionMethod::marched;
                settings.adaptive_step = true;
                settings.interpolation = Interpolation::cubic;
                for (const SurfaceMethod method : values_of<SurfaceMethod>()) { // what is advised helps
                    RenderSettings advised = settings;
                    advised.surface_method = method;
                    for (const Advice &advice : advice_in_bricks(advised)) {
                        advised.surface_method =
                            advice.remedy == Remedy::surface_method ? SurfaceMethod::raycast : advised.surface_method;
                    }
                    for (const Advice &advice : advice_in_bricks(advised)) {
                        advised.step = advice.remedy == Remedy::shorter_step ? std::stod(advice.detail) : advised.step;
                    }
                    for (const Advice &advice : advice_in_bricks(advised)) {
                        advised.interpolation =
                            advice.remedy == Remedy::interpolation ? Interpolation::linear : advised.interpolation;
                    }
                    EXPECT_EQ(missing_in_bricks(advised, true), "") << name_of(mode) << name_of(classification);
                }
                EXPECT_EQ(missing_in_bricks(possible_in_bricks(settings, all_there), all_there), "");
            }
        }
    }
    Scene scene;
    scene.settings.shadows = Shadows::full;
    scene.skeleton.source = "lines.vtk";
    EXPECT_EQ(keep_possible(scene, {.all_there = true}), std::vector<std::string>{"skeletons"});
    scene.settings.adaptive_step = true;
    EXPECT_EQ(keep_possible(scene, {.all_there = false}), std::vector<std::string>{"an adaptive step"});
    scene.settings.interpolation = Interpolation::cubic;
    EXPECT_EQ(keep_possible(scene, {.all_there = true}),
              std::vector<std::string>{"cubic interpolation, linear instead"});
    EXPECT_EQ(scene.settings.shadows, Shadows::full);
    EXPECT_TRUE(keep_possible(scene, {.all_there = false}).empty());
}

TEST(BrickPictures, are_refused_where_there_is_no_room_for_two) {
    const auto loaded = loaded_volume("synthetic:tree:140", 1);
    Client client;
    EXPECT_THROW(Painter(client, {&test_device()}, loaded, one_pixel_backend(), {.memory = 1 << 20}), MemoryError);
    try {
        Painter(client, {&test_device()}, loaded, one_pixel_backend(), {.memory = 1 << 20});
    } catch (const MemoryError &error) {
        EXPECT_EQ(error.advice(), (std::vector<Advice>{{Remedy::memory_limit}, {Remedy::reduce_volume}}));
    }
}

TEST(BrickPictures, a_first_look_is_shown_and_never_final) {
    LoadRequest request;
    request.volume.source = "synthetic:cayley:300";
    request.transfer = "thesis";
    EXPECT_EQ(quick_look(request), nullptr) << "it is not large";
    request.large_above = 1000;
    const std::shared_ptr<const LoadedVolume> first = quick_look(request);
    ASSERT_TRUE(first && first->provisional);
    EXPECT_EQ(first->volume.grid().dims, (std::array<int, 3>{300, 300, 300}));
    EXPECT_EQ(first->volume.sample().grid().dims, (std::array<int, 3>{150, 150, 150}));
    Client client;
    Painter painter(client, {&test_device()}, first, one_pixel_backend());
    painter.draw_full(request_of(*first).order, 1);
    ASSERT_EQ(client.frames.size(), 1u);
    EXPECT_FALSE(client.frames.back().final);
    EXPECT_EQ(std::as_const(painter).renderer().brick_counts(), nullptr);
}

TEST(BrickPictures, meshes_are_those_of_the_volume_in_memory) {
    const auto file = std::filesystem::temp_directory_path() / fmt::format("voxmarch-bricks-{}.ply", ::getpid());
    std::vector<std::string> bytes;
    for (const std::uint64_t large_above : {0, 1}) {
        MeshExporter exporter("", [] {});
        exporter.start({loaded_volume("synthetic:tree:80", large_above), {{90.0}}, Extraction::blocks, file});
        while (exporter.busy()) {
            if (const auto outcome = exporter.take()) {
                ASSERT_EQ(outcome->error, "");
                EXPECT_GT(outcome->result, 1000u);
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        std::ifstream stream(file, std::ios::binary);
        bytes.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
    EXPECT_EQ(bytes[0], bytes[1]);
    std::filesystem::remove(file);
}

TEST(Preview, takes_every_nth_voxel_or_means_and_labels_of_the_nearest) {
    const Volume volume = blob_volume({50, 31, 22}, ScalarType::u8);
    const Volume quick = quick_preview(volume, 17 * 11 * 8);
    ASSERT_EQ(quick.grid().dims, (std::array<int, 3>{17, 11, 8}));
    EXPECT_EQ(quick.grid().spacing, 3.0 * volume.grid().spacing);
    for (int z = 0; z < 8; ++z) {
        for (int x = 0; x < 17; ++x) {
            ASSERT_EQ(quick.value(x, 10, z), volume.value(3 * x, 30, 3 * z));
        }
    }
    const std::optional<Volume> fine = fine_preview(volume, 25 * 16 * 11, quick.grid());
    ASSERT_TRUE(fine);
    EXPECT_EQ(fine->grid().dims, (std::array<int, 3>{25, 16, 11}));
    const Volume labels = slab_labels({50, 31, 22}, 5);
    const Volume fewer = labels_on(labels, labels.grid(), quick.grid());
    for (int x = 0; x < 17; ++x) {
        EXPECT_EQ(fewer.value(x, 4, 4), 3 * x / 5);
    }
}

} // namespace

} // namespace voxmarch
