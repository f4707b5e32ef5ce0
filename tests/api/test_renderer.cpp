// The renderer of the public interface: what a scene changes, what is drawn with it, what is refused.
#include "tests/api/device_fixture.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <stdexcept>

namespace voxmarch::testing {

namespace {

Frame draw(Renderer &renderer, const Scene &scene) { return renderer.render(scene); }

TEST(ApiRenderer, follows_every_scene_it_is_given) {
    const Volume volume = synthetic_volume("sphere", 24);
    Renderer warm(shared_device(), volume);
    const Scene first = sphere_scene(volume);
    std::vector<Scene> scenes(6, first);
    scenes[1].transfer = transfer_preset("viridis");
    scenes[2].window = {{0.0, 128.0}};
    scenes[3].camera = orbited(first.camera, 30.0);
    scenes[4].classification = Classification::pre;
    scenes[5].clip_high = {0.5, 1.0, 1.0};
    std::set<std::string> pictures;
    for (const Scene &scene : scenes) {
        const Frame frame = draw(warm, scene);
        Renderer fresh(shared_device(), volume);
        EXPECT_EQ(frame.rgba8, draw(fresh, scene).rgba8);
        pictures.emplace(frame.rgba8.begin(), frame.rgba8.end());
    }
    EXPECT_EQ(pictures.size(), scenes.size()) << "each changes something";
}

/// The brightest that red, green and blue are anywhere.
std::array<int, 3> brightest(const Frame &frame) {
    std::array<int, 3> most{};
    for (std::size_t i = 0; i < frame.rgba8.size(); ++i) {
        if (i % 4 < 3) {
            most[i % 4] = std::max<int>(most[i % 4], frame.rgba8[i]);
        }
    }
    return most;
}

TEST(ApiRenderer, mixes_channels) {
    const Volume volume = Volume::of_channels({synthetic_volume("sphere", 24), synthetic_volume("torus", 24)});
    Scene scene = first_scene(volume, {.width = 48, .height = 48});
    scene.shading = Shading::none;
    Renderer renderer(shared_device(), volume);
    const std::array<int, 3> both = brightest(draw(renderer, scene));
    EXPECT_GT(both[0], 60) << "the second is magenta";
    EXPECT_GT(both[1], 60) << "the first is green";
    scene.channels[0].share.visible = false;
    const Frame first = draw(renderer, scene);
    EXPECT_EQ(brightest(first)[0], 0);
    scene.first_channel.weight = 0.1;
    EXPECT_LT(brightest(draw(renderer, scene))[1], brightest(first)[1]);
    Renderer fresh(shared_device(), volume);
    EXPECT_EQ(draw(renderer, scene).rgba8, draw(fresh, scene).rgba8);
    scene.channels.clear();
    EXPECT_THROW(draw(renderer, scene), UsageError) << "looks of one channel for two";
}

TEST(ApiRenderer, shows_labels_placed_by_the_world) {
    const Volume volume = synthetic_volume("sphere", 24);
    Renderer renderer(shared_device(), volume);
    Scene scene = sphere_scene(volume);
    const Frame plain = draw(renderer, scene);
    // The right half is label 1; its x axis runs the other way, as some files have it.
    Grid mirrored = volume.grid();
    mirrored.directions[0] = {-1.0, 0.0, 0.0};
    mirrored.origin = {23.0, 0.0, 0.0};
    std::vector<std::uint8_t> labels;
    for (int i = 0; i < 24 * 24 * 24; ++i) {
        labels.push_back(i % 24 < 12 ? 1 : 0);
    }
    renderer.set_labels(Volume(mirrored, labels));
    scene.labels = {{}, {.visibility = 0.0F}};
    const Frame half = draw(renderer, scene);
    const std::size_t left = (24 * 48 + 14) * 4, right = (24 * 48 + 34) * 4;
    EXPECT_EQ(half.rgba8[left], plain.rgba8[left]);
    EXPECT_EQ(half.rgba8[right], 64) << "hidden: the background";
    scene.labels[1] = {.color = {{0.0F, 1.0F, 0.0F}}};
    const Frame green = draw(renderer, scene);
    EXPECT_EQ(green.rgba8[left], plain.rgba8[left]);
    EXPECT_LT(green.rgba8[right], plain.rgba8[right]);
    renderer.clear_labels();
    EXPECT_EQ(draw(renderer, scene).rgba8, plain.rgba8);
    EXPECT_THROW(renderer.set_labels(Volume(volume.grid(), std::vector<float>(24 * 24 * 24, 0.5F))), UsageError);
    EXPECT_THROW(
        renderer.set_labels(Volume(Grid{.dims = {2, 2, 2}, .origin = {900.0, 0.0, 0.0}}, std::vector<std::uint8_t>(8))),
        FileError);
}

TEST(ApiRenderer, keeps_its_labels_when_others_are_refused) {
    const Volume volume = synthetic_volume("sphere", 16);
    Renderer renderer(shared_device(), volume);
    Scene scene = sphere_scene(volume);
    const Frame plain = draw(renderer, scene);
    EXPECT_THROW(renderer.set_labels(Volume(volume.grid(), std::vector<float>(4096, 0.5F))), UsageError);
    EXPECT_EQ(draw(renderer, scene).rgba8, plain.rgba8);
    renderer.set_labels(Volume(volume.grid(), std::vector<std::uint8_t>(4096, 1)));
    scene.labels = {{}, {.visibility = 0.0F}};
    const Frame hidden = draw(renderer, scene);
    EXPECT_NE(hidden.rgba8, plain.rgba8);
    EXPECT_THROW(renderer.set_labels(Volume(volume.grid(), std::vector<float>(4096, 0.5F))), UsageError);
    EXPECT_EQ(draw(renderer, scene).rgba8, hidden.rgba8);
}

TEST(ApiRenderer, draws_meshes_where_they_are_in_the_world) {
    // An oblique, left-handed grid: what is extracted from it in the world is drawn as the renderer's own surface.
    Grid grid{.dims = {24, 24, 24}, .spacing = {1.0, 1.0, 1.5}, .origin = {5.0, -3.0, 2.0}};
    grid.directions = {Vec3{0.6, 0.8, 0.0}, Vec3{0.8, -0.6, 0.0}, Vec3{0.0, 0.0, 1.0}};
    const Volume volume(grid, synthetic_volume("sphere", 24).voxels<std::uint8_t>());
    Renderer renderer(shared_device(), volume);
    Scene scene = sphere_scene(volume);
    scene.mode = Mode::isosurface;
    scene.surfaces = {{.isovalue = 128.0}};
    const Frame own = draw(renderer, scene);
    Mesh mesh = extract_isosurface(shared_device(), volume, 128.0);
    scene.surfaces = {{.isovalue = 300.0}}; // none
    renderer.set_meshes({{mesh, scene.surfaces[0].color}});
    const Frame given = draw(renderer, scene);
    int different = 0;
    for (std::size_t i = 0; i < own.rgba8.size(); ++i) {
        different += std::abs(own.rgba8[i] - given.rgba8[i]) > 6 ? 1 : 0;
    }
    EXPECT_LT(different, 48) << "but for rounding at the outline";
    mesh.normals.clear();
    renderer.set_meshes({{mesh, {1.0F, 0.0F, 0.0F}}});
    EXPECT_NE(draw(renderer, scene).rgba8, given.rgba8);
    mesh.triangles[0][1] = 1U << 30;
    EXPECT_THROW(renderer.set_meshes({{mesh, {}}}), UsageError);
    renderer.set_meshes({});
    const Frame empty = draw(renderer, scene);
    EXPECT_EQ(empty.rgba8[middle_of(empty) * 4], 64) << "the background";
}

TEST(ApiRenderer, draws_a_skeleton_in_the_surface) {
    const Volume volume = synthetic_volume("torus", 32);
    Renderer renderer(shared_device(), volume);
    Scene scene = sphere_scene(volume);
    scene.mode = Mode::isosurface;
    scene.surfaces = {{.isovalue = 128.0, .opacity = 0.25F}};
    const Frame before = draw(renderer, scene);
    const Skeleton skeleton = extract_skeleton(shared_device(), volume, 128.0);
    renderer.set_skeleton(skeleton, 3.0);
    const Frame tubes = draw(renderer, scene);
    EXPECT_NE(tubes.rgba8, before.rgba8);
    renderer.set_skeleton(skeleton, 1.0);
    EXPECT_NE(draw(renderer, scene).rgba8, tubes.rgba8) << "thinner ones";
}

TEST(ApiRenderer, makes_anew_only_what_depends_on_a_change) {
    const Volume volume = synthetic_volume("sphere", 24);
    Renderer renderer(shared_device(), volume);
    Scene scene = sphere_scene(volume);
    const auto has_stage = [](const Frame &frame, const std::string &name) {
        return std::any_of(frame.statistics.stages.begin(), frame.statistics.stages.end(),
                           [&](const StageTime &stage) { return stage.stage == name; });
    };
    EXPECT_TRUE(has_stage(draw(renderer, scene), "normals"));
    scene.transfer = transfer_preset("viridis");
    const Frame edited = draw(renderer, scene);
    EXPECT_FALSE(has_stage(edited, "normals"));
    EXPECT_TRUE(has_stage(edited, "tables"));
    EXPECT_FALSE(has_stage(draw(renderer, scene), "tables"));
    EXPECT_GT(edited.statistics.frame_ms, 0.0);
}

TEST(ApiRenderer, counts_and_proposes) {
    const Volume volume = synthetic_volume("sphere", 24);
    Renderer renderer(shared_device(), volume);
    Scene scene = sphere_scene(volume);
    const SampleCounts counts = renderer.count_samples(scene);
    EXPECT_EQ(counts.rays, 48U * 48U);
    EXPECT_GT(counts.nodes, 0U);
    EXPECT_GT(counts.visible_samples, 0U);
    scene.speed.traversal = "none";
    const SampleCounts standard = renderer.count_samples(scene);
    EXPECT_EQ(standard.nodes, 0U) << "without skipping";
    EXPECT_GT(standard.samples, standard.visible_samples);
    const double step = renderer.propose_step(scene);
    EXPECT_GT(step, 0.0);
    EXPECT_LE(step, 16.0);
}

TEST(ApiRenderer, tells_its_progress_and_can_be_stopped) {
    const Volume volume = synthetic_volume("sphere", 24);
    Renderer renderer(shared_device(), volume);
    const Scene scene = sphere_scene(volume);
    std::vector<std::string> stages;
    renderer.on_progress([&](const std::string &stage, double) { stages.push_back(stage); });
    const Frame whole = draw(renderer, scene);
    EXPECT_NE(std::find(stages.begin(), stages.end(), "frame"), stages.end());
    renderer.on_progress([](const std::string &, double) { throw std::runtime_error("enough"); });
    EXPECT_THROW(draw(renderer, scene), std::runtime_error);
    renderer.on_progress({});
    EXPECT_EQ(draw(renderer, scene).rgba8, whole.rgba8) << "and goes on after it";
}

TEST(ApiRenderer, refuses_scenes_that_break_a_rule) {
    const Volume volume = synthetic_volume("sphere", 16);
    Renderer renderer(shared_device(), volume);
    const Scene good = sphere_scene(volume);
    const auto refused = [&](const auto &change) {
        Scene scene = good;
        change(scene);
        EXPECT_THROW(draw(renderer, scene), UsageError);
    };
    refused([](Scene &scene) { scene.width = 0; });
    refused([](Scene &scene) { scene.height = 20000; });
    refused([](Scene &scene) { scene.camera.eye = scene.camera.target; });
    refused([](Scene &scene) { scene.camera.fov = 180.0; });
    refused([](Scene &scene) { scene.transfer = {}; });
    refused([](Scene &scene) { scene.window = {{2.0, 1.0}}; });
    refused([](Scene &scene) { scene.transfer = transfer_preset("viridis"), scene.window = {{200.0, 10.0}}; });
    refused([](Scene &scene) { scene.labels = {{.visibility = 2.0F}}; });
    refused([](Scene &scene) { scene.shading = static_cast<Shading>(99); });
    refused([](Scene &scene) { scene.mode = static_cast<Mode>(-1); });
    refused([](Scene &scene) { scene.step = 0.0; });
    refused([](Scene &scene) { scene.mode = Mode::isosurface; });
    refused([](Scene &scene) { scene.clip_low = {0.5, 0.0, 0.0}, scene.clip_high = {0.5, 1.0, 1.0}; });
    refused([](Scene &scene) { scene.clip_planes.resize(7); });
    refused([](Scene &scene) { scene.speed.leaf_size = 3; });
    refused([](Scene &scene) { scene.speed.traversal = "by-foot"; });
    EXPECT_NO_THROW(draw(renderer, good)) << "and goes on after it";
}

TEST(ApiRenderer, writes_pictures_that_tell_how_they_were_made) {
    const Volume volume = synthetic_volume("sphere", 16);
    Renderer renderer(shared_device(), volume);
    const Scene scene = sphere_scene(volume);
    const std::filesystem::path folder = ::testing::TempDir();
    write_png(draw(renderer, scene), folder / "api.png", &scene);
    Scene read = read_scene(folder / "api.png");
    EXPECT_EQ(draw(renderer, read).rgba8, draw(renderer, scene).rgba8);
    EXPECT_EQ(read_volume(read).range(), volume.range());
    std::ifstream file(folder / "api.png", std::ios::binary);
    EXPECT_EQ(png_of(draw(renderer, scene), &scene), std::string(std::istreambuf_iterator<char>(file), {}));
    write_png(renderer.render(scene, {.format = PixelFormat::rgba32f}), folder / "api_clear.png");
    EXPECT_THROW(read_scene(folder / "api_clear.png"), FileError) << "no session was put in";
    EXPECT_THROW(write_png({}, folder / "api.png"), UsageError);
    EXPECT_THROW(write_png(draw(renderer, scene), "no/such/folder/a.png"), OutputError);
}

} // namespace

} // namespace voxmarch::testing
