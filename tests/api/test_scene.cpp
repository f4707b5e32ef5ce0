// Scenes: what is chosen at first, cameras, and sessions that keep every member.
#include "voxmarch/scene.h"

#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <tuple>

namespace {

using namespace voxmarch;

// The members of the structs that a session holds. A member that is added stops the compiler here: then the scene below
// and the two ways through api/convert_scene.cpp need it.
auto members(const Scene &scene) {
    const auto &[width, height, camera, background, background_top, exposure, tone, samples, transparent, mode,
                 transfer, window, data, value_unit, blend, first_channel, channels, channel_blend, surfaces,
                 surface_method, surface_layers, surface_caps, labels, label_edges, interpolation, clip_low, clip_high,
                 clip_planes, clip_inverted, lighting, trace, shading, gradient, gradient_of, light, side_lights,
                 outline, shadows, shadow_method, ambient_occlusion, ambient_occlusion_method, full_gradient,
                 classification, step, adaptive_step, opacity_cutoff, jitter, speed, sources] = scene;
    return std::tie(width, height, camera, background, background_top, exposure, tone, samples, transparent, mode,
                    transfer, window, data, value_unit, blend, first_channel, channels, channel_blend, surfaces,
                    surface_method, surface_layers, surface_caps, labels, label_edges, interpolation, clip_low,
                    clip_high, clip_planes, clip_inverted, lighting, trace, shading, gradient, gradient_of, light,
                    side_lights, outline, shadows, shadow_method, ambient_occlusion, ambient_occlusion_method,
                    full_gradient, classification, step, adaptive_step, opacity_cutoff, jitter, speed, sources);
}

auto members(const Camera &camera) {
    const auto &[eye, target, up, fov, height] = camera;
    return std::tie(eye, target, up, fov, height);
}

auto members(const Light &light) {
    const auto &[direction, ambient, diffuse, specular, shininess, follows_camera, fill] = light;
    return std::tie(direction, ambient, diffuse, specular, shininess, follows_camera, fill);
}

auto members(const TraceSettings &trace) { // a focus has a distance or a place, not both
    const auto &[bounces, anisotropy, surfaces, lamp_radius, environment, environment_file, environment_turn,
                 environment_strength, error, seed, aperture, focus_distance, focus_at, emission, denoise] = trace;
    (void)focus_distance;
    return std::tie(bounces, anisotropy, surfaces, lamp_radius, environment, environment_file, environment_turn,
                    environment_strength, error, seed, aperture, focus_at, emission, denoise);
}

auto members(const SpeedSettings &speed) {
    const auto &[traversal, leaf_size, threshold, loops, node_coding, group_width, group_height, local_padding,
                 extraction] = speed;
    return std::tie(traversal, leaf_size, threshold, loops, node_coding, group_width, group_height, local_padding,
                    extraction);
}

auto members(const SceneSources &sources) {
    const auto &[volume, read, volume_bytes, volume_hash, labels, labels_hash, skeleton, tubes, meshes] = sources;
    return std::tie(volume, read, volume_bytes, volume_hash, labels, labels_hash, skeleton, tubes, meshes);
}

auto members(const ReadOptions &read) { // `labels` is not kept
    const auto &[raw, spacing, spacing_unit, orientation, series, channels, time, level, array, field, downsample,
                 labels] = read;
    (void)labels;
    return std::tie(raw, spacing, spacing_unit, orientation, series, channels, time, level, array, field, downsample);
}

template <typename Struct> void expect_all_changed(const Struct &changed, const char *name) {
    const Struct fresh;
    const auto all = members(changed), defaults = members(fresh);
    const auto differ = [&]<std::size_t... i>(std::index_sequence<i...>) {
        return std::vector<bool>{!(std::get<i>(all) == std::get<i>(defaults))...};
    };
    const std::vector<bool> changes = differ(std::make_index_sequence<std::tuple_size_v<decltype(all)>>());
    for (std::size_t i = 0; i < changes.size(); ++i) {
        EXPECT_TRUE(changes[i]) << name << ": member " << i << " has its default";
    }
}

/// No member has its default.
Scene unusual_scene() {
    Scene scene;
    scene.width = 321;
    scene.height = 123;
    scene.camera = {
        .eye = {1.0, 2.0, 3.0}, .target = {4.0, 5.0, 6.5}, .up = {0.0, 0.0, 1.0}, .fov = 30.0, .height = 12.5};
    scene.background = {0.25F, 0.5F, 0.75F};
    scene.transparent = true;
    scene.mode = Mode::isosurface;
    scene.transfer = transfer_preset("ct-bone");
    scene.window = {{-100.0, 400.0}};
    scene.value_unit = "K";
    scene.data = DataKind::ct;
    scene.blend = Blend::mip;
    scene.first_channel = {.weight = 0.5, .visible = false};
    scene.channels = {
        {.transfer = transfer_preset("gray"), .window = {{5.0, 25.0}}, .share = {.weight = 0.25, .visible = false}}};
    scene.channel_blend = ChannelBlend::additive;
    scene.surfaces = {{.isovalue = 12.5, .color = {0.5F, 0.25F, 0.0F}, .opacity = 0.5F, .channel = 0}};
    scene.surface_method = SurfaceMethod::raycast;
    scene.surface_layers = 4;
    scene.surface_caps = true;
    scene.labels = {{.visibility = 0.5F}, {.color = {{1.0F, 0.5F, 0.0F}}}, {.transfer = transfer_preset("ct-bone")}};
    scene.label_edges = LabelEdges::smooth;
    scene.interpolation = Interpolation::cubic;
    scene.clip_low = {0.125, 0.25, 0.0};
    scene.clip_high = {0.5, 0.75, 0.875};
    scene.clip_inverted = true;
    scene.clip_planes = {{.normal = {1.0, 1.0, 0.0}, .distance = 2.5}};
    scene.lighting = Lighting::traced;
    scene.trace = {.bounces = 3,
                   .anisotropy = 0.5,
                   .surfaces = 0.25,
                   .lamp_radius = 2.5,
                   .environment = Environment::background,
                   .environment_file = "sky.hdr",
                   .environment_turn = 30.0,
                   .environment_strength = 2.5,
                   .error = 0.125,
                   .seed = 7,
                   .aperture = 1.5,
                   .focus_distance = {},
                   .focus_at = {{0.25, 0.75}},
                   .emission = 0.5,
                   .denoise = true};
    scene.shading = Shading::none;
    scene.gradient = Gradient::central;
    scene.gradient_of = GradientSource::opacity;
    scene.light = {.direction = {{1.0, -1.0, 2.0}},
                   .ambient = {0.5F, 0.25F, 0.125F},
                   .diffuse = {0.5F, 0.75F, 1.0F},
                   .specular = {0.0F, 0.5F, 1.0F},
                   .shininess = 8.0F,
                   .follows_camera = true,
                   .fill = 0.5F};
    scene.side_lights = {{.direction = {1.0, 0.0, 0.5}, .follows_camera = true, .color = {0.25F, 0.5F, 0.75F}}};
    scene.outline = 0.5;
    scene.background_top = Color{0.25F, 0.5F, 0.75F};
    scene.exposure = -1.5;
    scene.tone = ToneCurve::filmic;
    scene.samples = 4;
    scene.shadows = Shadows::half;
    scene.shadow_method = ShadowMethod::marched;
    scene.ambient_occlusion = 6;
    scene.ambient_occlusion_method = OcclusionMethod::marched;
    scene.full_gradient = 0.125;
    scene.classification = Classification::pre;
    scene.step = 0.25;
    scene.adaptive_step = true;
    scene.opacity_cutoff = 0.75;
    scene.jitter = true;
    scene.speed = {.traversal = "for-for",
                   .leaf_size = 8,
                   .threshold = 0.5,
                   .loops = {{.node_steps = 3,
                              .marching_steps = 12,
                              .fused_steps = 2,
                              .buffer_length = 8,
                              .decisions = 4,
                              .pool_tiles = 5}},
                   .node_coding = NodeCoding::pairs,
                   .group_width = 8,
                   .group_height = 16,
                   .local_padding = 1024,
                   .extraction = Extraction::scan};
    scene.sources.volume = "synthetic:tree:32";
    scene.sources.read = {.raw = "1x1x1:uint8",
                          .spacing = {{1.0, 2.0, 3.0}},
                          .spacing_unit = LengthUnit::micrometer,
                          .orientation = "RAS",
                          .series = "1.2.3",
                          .channels = {1, 2},
                          .time = 2,
                          .level = 3,
                          .array = "density",
                          .field = "density:0.5",
                          .downsample = 4};
    scene.sources.volume_bytes = 77;
    scene.sources.volume_hash = "0123456789abcdef0123456789abcdef";
    scene.sources.labels = "synthetic:sphere:32";
    scene.sources.labels_hash = "fedcba9876543210fedcba9876543210";
    scene.sources.skeleton = "synthetic:lines"; // stays as it is, as no file has this name
    scene.sources.tubes = 1.5;
    scene.sources.meshes = {{"synthetic:mesh", {0.25f, 0.5f, 0.75f}, 0.5, Convention::ras}};
    return scene;
}

TEST(ApiScene, goes_through_a_session_with_every_member) {
    const Scene scene = unusual_scene();
    expect_all_changed(scene, "scene");
    expect_all_changed(scene.camera, "camera");
    expect_all_changed(scene.light, "light");
    expect_all_changed(scene.trace, "trace");
    expect_all_changed(scene.speed, "speed");
    expect_all_changed(scene.sources, "sources");
    expect_all_changed(scene.sources.read, "read");
    const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "api_session.json";
    write_scene(scene, file);
    const Scene read = read_scene(file);
    EXPECT_EQ(read.camera, scene.camera);
    EXPECT_EQ(read.light, scene.light);
    EXPECT_EQ(read.speed, scene.speed);
    EXPECT_EQ(read.sources, scene.sources);
    EXPECT_EQ(read.transfer, scene.transfer);
    EXPECT_TRUE(read == scene);
}

TEST(ApiScene, goes_through_text_with_every_member) {
    Scene scene = unusual_scene();
    EXPECT_TRUE(scene_of_session(session_text(scene)) == scene);
    scene.trace.focus_at = {};
    scene.trace.focus_distance = 40.0;
    EXPECT_TRUE(scene_of_session(session_text(scene)) == scene);
    scene.sources = {};
    scene.labels.clear();
    EXPECT_EQ(scene_of_session(session_text(scene)).sources.volume, "") << "a volume of the program";
    EXPECT_TRUE(scene_of_session(session_text(scene)) == scene);
}

TEST(ApiScene, refuses_text_that_is_no_session) {
    for (const char *text : {"", "{}", "[", R"({"format": "voxmarch-session", "version": 1})",
                             R"({"format": "voxmarch-session", "version": 1, "size": "large"})"}) {
        EXPECT_THROW(scene_of_session(text), UsageError) << text;
    }
    Scene scene = unusual_scene();
    scene.step = -1.0;
    EXPECT_THROW(session_text(scene), UsageError);
}

/// Two pictures side by side are none that a Renderer draws: refused, not drawn as one of them.
TEST(ApiScene, refuses_sessions_of_comparisons) {
    const std::string text = session_text(unusual_scene());
    // B has the look of the scene: all that stands in the session.
    const auto with = [&](const std::string &beside) {
        return text.substr(0, text.size() - 1) + R"(,"comparison":{"beside":)" + beside + R"(,"other":)" + text + "}}";
    };
    EXPECT_THROW(scene_of_session(with("true")), UsageError);
    EXPECT_TRUE(scene_of_session(with("false")) == unusual_scene()) << "behind a line: its picture is A";
}

TEST(ApiScene, refuses_sessions_that_show_nothing) {
    Scene scene = unusual_scene();
    const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "api_refused.json";
    scene.sources.volume.clear();
    EXPECT_THROW(write_scene(scene, file), UsageError) << "no volume";
    scene = unusual_scene();
    scene.transfer = {};
    EXPECT_THROW(write_scene(scene, file), UsageError) << "no function";
    scene = unusual_scene();
    scene.step = -1.0;
    EXPECT_THROW(write_scene(scene, file), UsageError) << "a member out of its range";
    EXPECT_FALSE(std::filesystem::exists(file));
    EXPECT_THROW(read_scene(file), FileError);
    EXPECT_THROW(write_scene(unusual_scene(), "no/such/folder/scene.json"), OutputError);
}

TEST(ApiScene, keeps_the_channel_of_a_surface) {
    Scene scene = unusual_scene();
    scene.surface_method = SurfaceMethod::mesh;
    scene.shadows = Shadows::none;
    scene.ambient_occlusion = 0;
    scene.surfaces[0].channel = 1;
    const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "api_surface.json";
    write_scene(scene, file);
    EXPECT_EQ(read_scene(file).surfaces, scene.surfaces);
}

TEST(ApiScene, has_a_look_for_each_channel) {
    const Volume volume = Volume::of_channels({synthetic_volume("sphere", 24), synthetic_volume("torus", 24)});
    Scene scene = first_scene(volume);
    ASSERT_EQ(scene.channels.size(), 1U);
    EXPECT_EQ(scene.transfer.colors.back().color, (Vec3{0.0, 1.0, 0.0})) << "green, then magenta";
    EXPECT_EQ(scene.channels[0].transfer.colors.back().color, (Vec3{1.0, 0.0, 1.0}));
    EXPECT_NE(scene.channels[0].window, std::nullopt);
    scene.sources.volume = "cells.tif";
    const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "api_channels.json";
    EXPECT_THROW(write_scene(scene, file), UsageError) << "it does not say which channels those are";
    scene.sources.read.channels = {0, 3};
    write_scene(scene, file);
    const Scene read = read_scene(file);
    EXPECT_EQ(read.channels, scene.channels);
    EXPECT_EQ(read.sources.read.channels, (std::vector{0, 3}));
    scene.channels.clear();
    EXPECT_THROW(view_camera(scene, volume, "front"), UsageError) << "looks of one channel for two";
}

TEST(ApiScene, reads_the_volume_it_names) {
    const Volume volume = synthetic_volume("tree", 32);
    const Scene scene = first_scene(volume);
    EXPECT_EQ(scene.sources.volume, "synthetic:tree:32");
    EXPECT_EQ(read_volume(scene).grid(), volume.grid());
    Scene other = scene;
    other.sources.volume = "synthetic:sphere:32";
    EXPECT_THROW(read_volume(other), FileError) << "voxels of another hash";
    other.sources.volume.clear();
    EXPECT_THROW(read_volume(other), UsageError);
}

TEST(ApiScene, chooses_a_first_look) {
    const Volume volume = synthetic_volume("sphere", 32);
    const Scene scene = first_scene(volume, {.width = 200, .height = 100, .transfer = "thesis", .view = "standard"});
    EXPECT_EQ(scene.transfer.name, "thesis");
    // Design 7: eye at centre + 1.5 L normalize(0.6, 0.5, 0.8), L the longest edge in voxels.
    const double length = std::sqrt(0.36 + 0.25 + 0.64);
    EXPECT_NEAR(scene.camera.eye[0], 15.5 + 1.5 * 32.0 * 0.6 / length, 1e-9);
    EXPECT_NE(first_scene(volume, {.blend = Blend::mip}).window, std::nullopt) << "projections get a window";
    EXPECT_THROW(first_scene(volume, {.transfer = "no such preset"}), UsageError);
    EXPECT_THROW(first_scene(volume, {.view = "above"}), UsageError);
    EXPECT_THROW(first_scene(volume, {.width = 0}), UsageError);
    EXPECT_NE(view_camera(scene, volume, "front"), view_camera(scene, volume, "back"));
}

TEST(ApiScene, turns_the_camera_around_its_target) {
    const Camera camera{.eye = {0.0, 0.0, 5.0}};
    const Camera right = orbited(camera, 90.0);
    EXPECT_NEAR(right.eye[0], 5.0, 1e-12) << "the camera moves to its right";
    EXPECT_NEAR(right.eye[2], 0.0, 1e-12);
    EXPECT_NEAR(orbited(camera, 0.0, 90.0).eye[1], 5.0, 1e-12);
    Camera around = camera;
    for (int i = 0; i < 36; ++i) {
        around = orbited(around, 10.0, 0.0);
    }
    EXPECT_NEAR(around.eye[2], 5.0, 1e-9);
    EXPECT_THROW(orbited({.eye = {0.0, 0.0, 0.0}}, 10.0), UsageError) << "eye and target are one place";
}

TEST(ApiScene, names_its_choices) {
    EXPECT_EQ(name_of(Mode::isosurface), "isosurface");
    EXPECT_EQ(value_of<Gradient>("on-the-fly"), Gradient::on_the_fly);
    EXPECT_EQ(values_of<Shadows>().size(), 4U);
    EXPECT_EQ(value_of<LabelEdges>(name_of(LabelEdges::smooth)), LabelEdges::smooth);
    EXPECT_EQ(value_of<Interpolation>("cubic"), Interpolation::cubic);
    for (const Extraction extraction : values_of<Extraction>()) {
        EXPECT_EQ(value_of<Extraction>(name_of(extraction)), extraction);
    }
    EXPECT_EQ(traversals().front(), "none");
    try {
        value_of<Mode>("surface");
        FAIL();
    } catch (const UsageError &error) {
        EXPECT_NE(std::string(error.what()).find("volume, isosurface, both"), std::string::npos);
    }
}

} // namespace
