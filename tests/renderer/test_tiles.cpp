// Parts of a picture hold the bits of the whole: the same rays, the same jitter, the same triangles.
#include "device_fixture.h"
#include "renderer/frame_params.h"
#include "renderer/traversal.h"
#include "renderer/views.h"

#include <fmt/format.h>

namespace voxmarch {
namespace {

struct Part {
    int x, y, width, height;
};

/// Cuts a picture by random guillotine cuts into parts down to single columns and rows.
void cut(const Part &part, std::mt19937 &random, std::vector<Part> &parts) {
    const bool across = part.width >= part.height;
    const int length = across ? part.width : part.height;
    if (length < 2 || (length < 40 && random() % 2 == 0)) {
        parts.push_back(part);
        return;
    }
    const int at = 1 + static_cast<int>(random() % static_cast<unsigned>(length - 1));
    if (across) {
        cut({part.x, part.y, at, part.height}, random, parts);
        cut({part.x + at, part.y, part.width - at, part.height}, random, parts);
    } else {
        cut({part.x, part.y, part.width, at}, random, parts);
        cut({part.x, part.y + at, part.width, part.height - at}, random, parts);
    }
}

constexpr int width = 61, height = 45;

Camera oblique_camera(const Volume &volume) {
    Camera camera = standard_view(volume.grid());
    camera.fov = 31.7;
    camera.up = {0.13, 1.0, -0.21};
    return camera;
}

std::size_t wrong_pixels_of(VolumeRenderer &renderer, const Camera &camera, const RenderSettings &settings,
                            unsigned seed) {
    const Image whole = renderer.render(camera, width, height, settings);
    std::mt19937 random(seed);
    std::vector<Part> parts;
    cut({0, 0, width, height}, random, parts);
    EXPECT_GE(parts.size(), 4u);
    std::size_t wrong = 0, seen = 0;
    for (const Part &part : parts) {
        Camera cropped = camera;
        cropped.crop = PictureCrop{width, height, part.x, part.y};
        const Image image = renderer.render(cropped, part.width, part.height, settings);
        for (int y = 0; y < part.height; ++y) {
            for (int x = 0; x < part.width; ++x, ++seen) {
                wrong += std::memcmp(image.pixel(x, y), whole.pixel(part.x + x, part.y + y), 4) != 0;
            }
        }
    }
    EXPECT_EQ(seen, std::size_t(width) * height);
    return wrong;
}

/// @return pixels that differ from the whole picture's, with rays from the eye and with parallel ones
std::size_t wrong_pixels(VolumeRenderer &renderer, const Camera &camera, const RenderSettings &settings,
                         unsigned seed) {
    return wrong_pixels_of(renderer, camera, settings, seed) +
           wrong_pixels_of(renderer, orthographic(camera), settings, seed);
}

TEST(Tiles, rays_of_a_part_have_the_numbers_of_the_whole) {
    const Volume volume = blob_volume({20, 24, 18}, ScalarType::u8);
    Camera camera = oblique_camera(volume);
    FrameParams whole = make_frame_params(volume.grid(), camera, 640, 480, {});
    camera.crop = PictureCrop{640, 480, 123, 45};
    const FrameParams part = make_frame_params(volume.grid(), camera, 7, 5, {});
    whole.view.size[0] = 7;
    whole.view.size[1] = 5;
    whole.view.pixel_origin[0] = 123;
    whole.view.pixel_origin[1] = 45;
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): 4-byte members, no padding
    EXPECT_EQ(std::memcmp(&whole, &part, sizeof(whole)), 0);
}

TEST(Tiles, any_tiling_of_a_volume_is_the_whole_picture) {
    const Volume volume = blob_volume({34, 40, 29}, ScalarType::u8);
    unsigned seed = 1;
    for (const SamplingBackend backend : test_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        renderer.set_transfer(smooth_transfer());
        for (const Traversal traversal : {Traversal::none, default_traversal(backend)}) {
            for (const bool jitter : {false, true}) {
                RenderSettings settings;
                settings.traversal = traversal;
                settings.jitter = jitter;
                settings.shading = Shading::phong;
                settings.shadows = jitter ? Shadows::half : Shadows::none;
                EXPECT_EQ(wrong_pixels(renderer, oblique_camera(volume), settings, seed++), 0u)
                    << fmt::format("{} {} jitter {}", name_of(backend), name_of(traversal), jitter);
            }
        }
    }
}

TEST(Tiles, any_tiling_of_a_projection_is_the_whole_picture) {
    const Volume volume = blob_volume({34, 40, 29}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume);
    renderer.set_transfer(smooth_transfer());
    for (const Blend blend : {Blend::mip, Blend::average}) {
        RenderSettings settings;
        settings.blend = blend;
        settings.jitter = true;
        settings.traversal = default_traversal(renderer.backend());
        EXPECT_EQ(wrong_pixels(renderer, oblique_camera(volume), settings, 7), 0u) << name_of(blend);
    }
}

TEST(Tiles, any_tiling_of_surfaces_is_the_whole_picture) {
    const Volume volume = blob_volume({34, 40, 29}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume);
    renderer.set_transfer(smooth_transfer());
    unsigned seed = 20;
    for (const Mode mode : {Mode::isosurface, Mode::both}) {
        for (const SurfaceMethod method : {SurfaceMethod::mesh, SurfaceMethod::raycast}) {
            RenderSettings settings;
            settings.mode = mode;
            settings.surface_method = method;
            settings.surfaces = {{120.3, {0.9f, 0.5f, 0.2f}, 0.5f}, {190.7, {0.4f, 0.5f, 0.9f}, 1.0f}};
            settings.clip_planes = {{{1.0, 0.3, 0.2}, -8.0}};
            for (const bool jitter : {false, true}) {
                settings.jitter = jitter;
                EXPECT_EQ(wrong_pixels(renderer, oblique_camera(volume), settings, seed++), 0u)
                    << fmt::format("{} {} jitter {}", name_of(mode), name_of(method), jitter);
            }
        }
    }
}

/// Triangles that reach behind the eye are clipped to a guard band: that of the whole picture.
TEST(Tiles, any_tiling_from_inside_of_a_surface_is_the_whole_picture) {
    const Volume volume = blob_volume({34, 40, 29}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume);
    Camera camera = oblique_camera(volume);
    camera.eye = volume.grid().center() + glm::dvec3(0.31, 0.17, -0.23);
    camera.target = camera.eye + glm::dvec3(1.0, 0.2, 0.4);
    camera.fov = 80.0;
    RenderSettings settings;
    settings.mode = Mode::isosurface;
    settings.surfaces = {{127.5, {0.9f, 0.5f, 0.2f}, 1.0f}};
    for (unsigned seed = 50; seed < 52; ++seed) {
        EXPECT_EQ(wrong_pixels(renderer, camera, settings, seed), 0u);
    }
}

TEST(Tiles, simulated_rays_of_a_part_are_those_of_the_whole) {
    const Volume volume = blob_volume({34, 40, 29}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume);
    renderer.set_transfer(smooth_transfer());
    RenderSettings settings;
    settings.jitter = true;
    settings.traversal = Traversal::octant_distance_map;
    Camera camera = oblique_camera(volume);
    const SimtScene whole = renderer.skip_scene(camera, width, height, settings);
    camera.crop = PictureCrop{width, height, 23, 17};
    const SimtScene part = renderer.skip_scene(camera, 20, 20, settings);
    int descents = 0;
    std::size_t spans = 0;
    for (int y = 0; y < 20; ++y) {
        for (int x = 0; x < 20; ++x) {
            const std::vector<RaySpan> expected = walk_ray(whole, 23 + x, 17 + y, 1000, descents);
            const std::vector<RaySpan> found = walk_ray(part, x, y, 1000, descents);
            ASSERT_EQ(found.size(), expected.size());
            for (std::size_t i = 0; i < found.size(); ++i, ++spans) {
                ASSERT_EQ(found[i].begin, expected[i].begin);
                ASSERT_EQ(found[i].t, expected[i].t);
            }
        }
    }
    EXPECT_GT(spans, 400u);
}

/// Draws and counts with stages told in parts. @return the shares that were told of a stage, in order
std::vector<double> shares_told(VolumeRenderer &renderer, const Camera &camera, const RenderSettings &settings,
                                Stage wanted, Image &image) {
    std::vector<double> shares;
    renderer.report_stages([&](Stage stage, double share) {
        if (stage == wanted && share >= 0.0) {
            shares.push_back(share);
        }
    });
    renderer.divide_stages(true);
    image = renderer.render(camera, width, 4 * height, settings);
    renderer.count_samples(camera, width, 4 * height, settings);
    return shares;
}

TEST(Tiles, stages_made_in_parts_tell_their_share_and_change_nothing) {
    const Volume volume = blob_volume({70, 90, 66}, ScalarType::u8);
    RenderSettings propagated, marched, meshes;
    propagated.shadows = marched.shadows = Shadows::full;
    marched.shadow_method = ShadowMethod::marched;
    RenderSettings cones = propagated;
    cones.ambient_occlusion = 5;
    meshes.mode = Mode::isosurface;
    meshes.surfaces = {{100.0, {1.0f, 0.0f, 0.0f}, 0.5f}, {150.0, {0.0f, 1.0f, 0.0f}, 1.0f}};
    const std::vector<std::tuple<Stage, RenderSettings, std::size_t>> cases{{Stage::light, propagated, 3},
                                                                            {Stage::light, marched, 3},
                                                                            {Stage::light, cones, 6},
                                                                            {Stage::extraction, meshes, 5},
                                                                            {Stage::counting, propagated, 2}};
    for (const auto &[stage, settings, least] : cases) {
        VolumeRenderer at_once(test_device(), volume), in_parts(test_device(), volume);
        at_once.set_transfer(smooth_transfer());
        in_parts.set_transfer(smooth_transfer());
        const Camera camera = oblique_camera(volume);
        const Image whole = at_once.render(camera, width, 4 * height, settings);
        at_once.count_samples(camera, width, 4 * height, settings);
        Image image;
        const std::vector<double> shares = shares_told(in_parts, camera, settings, stage, image);
        EXPECT_GE(shares.size(), least) << name_of(stage);
        EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end())) << name_of(stage);
        EXPECT_EQ(shares.empty() ? 0.0 : shares.back(), 1.0) << name_of(stage);
        EXPECT_EQ(image.rgba, whole.rgba) << name_of(stage);
        EXPECT_EQ(in_parts.statistics().samples, at_once.statistics().samples) << name_of(stage);
        EXPECT_EQ(in_parts.statistics().nodes, at_once.statistics().nodes) << name_of(stage);
        EXPECT_EQ(in_parts.statistics().rays_in_box, at_once.statistics().rays_in_box) << name_of(stage);
    }
}

} // namespace
} // namespace voxmarch
