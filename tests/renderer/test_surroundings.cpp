// Ambient occlusion by cones against closed forms and an independent pyramid, and light that nobody asks for.
#include "device_fixture.h"
#include "renderer/derived_data.h"
#include "renderer/frame_params.h"
#include "renderer/light_volume.h"
#include "renderer/reference/sample.h"
#include "renderer/views.h"

#include <random>

namespace voxmarch {
namespace {

/// Texels of the light volume: (light, share of the surroundings), x fastest, in 255ths.
std::vector<glm::ivec2> light_texels(const TestScene &scene, SamplingBackend backend) {
    const Grid &grid = scene.volume->grid();
    DerivedData data(test_device(), *scene.volume, backend);
    data.set_transfer(over_values(scene.transfer, default_window(scene.volume->type(), scene.volume->range())));
    FrameParams frame = make_frame_params(grid, scene.camera, 1, 1, scene.settings);
    data.update(scene.settings, frame);
    const std::array<int, 3> dims = light_dims(grid.dims, light_spacing(scene.settings, grid.dims));
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(dims[0] * dims[1] * dims[2]) * 4);
    const SceneData on_device = data.scene();
    if (backend == SamplingBackend::image) {
        on_device.lights.image.download(std::as_writable_bytes(std::span(bytes)));
    } else {
        on_device.lights.buffer.download(std::as_writable_bytes(std::span(bytes)));
    }
    std::vector<glm::ivec2> texels;
    for (std::size_t i = 0; i < bytes.size(); i += 4) {
        texels.emplace_back(bytes[i], bytes[i + 1]);
    }
    return texels;
}

TestScene scene_of(const Volume &volume, const TransferFunction &transfer) {
    TestScene scene{&volume, transfer, standard_view(volume.grid()), {}};
    scene.settings.ambient_occlusion = 16;
    return scene;
}

/// What is seen of the surroundings from the texel nearest to a voxel.
int seen_from(const TestScene &scene, const std::vector<glm::ivec2> &texels, glm::ivec3 voxel) {
    const int spacing = light_spacing(scene.settings, scene.volume->grid().dims);
    const std::array<int, 3> dims = light_dims(scene.volume->grid().dims, spacing);
    const glm::ivec3 texel = voxel / spacing;
    return texels[static_cast<std::size_t>((texel.z * dims[1] + texel.y) * dims[0] + texel.x)].y;
}

TEST(Surroundings, an_empty_volume_is_seen_through) {
    const Volume volume = filled_volume({33, 20, 18}, 0);
    TestScene scene = scene_of(volume, smooth_transfer());
    for (const SamplingBackend backend : test_backends()) {
        for (const glm::ivec2 texel : light_texels(scene, backend)) {
            ASSERT_EQ(texel, glm::ivec2(255)) << name_of(backend);
        }
    }
}

TEST(Surroundings, in_a_constant_box_they_are_its_transmittance) {
    // 64 voxels of opacity 0.12 look 8 voxels around: 2 * 0.88^8 = 0.72 of a half sphere, where no cone leaves the box.
    const Volume volume = filled_volume({64, 40, 44}, 255);
    for (const Classification classification : {Classification::post, Classification::pre}) {
        TestScene scene = scene_of(volume, constant_transfer(0.12));
        scene.settings.classification = classification;
        const double opacity = classification == Classification::pre ? std::round(0.12 * 255.0) / 255.0 : 0.12;
        for (const SamplingBackend backend : test_backends()) {
            const std::vector<glm::ivec2> texels = light_texels(scene, backend);
            for (const glm::ivec3 voxel : {glm::ivec3(32, 20, 22), {16, 16, 16}, {44, 20, 24}}) {
                EXPECT_NEAR(seen_from(scene, texels, voxel), 255.0 * 2.0 * std::pow(1.0 - opacity, 8.0), 1.0)
                    << name_of(backend) << ' ' << name_of(classification);
            }
        }
    }
}

TEST(Surroundings, a_wall_hides_half_of_them) {
    constexpr int face = 40; // opaque from here on along z
    const Volume volume = volume_of({64, 64, 80}, ScalarType::u8, [](int, int, int z) { return z < face ? 0 : 255; });
    TransferFunction opaque = constant_transfer(1.0);
    opaque.opacities = {{0.5, 0.0}, {0.51, 1.0}};
    const TestScene scene = scene_of(volume, opaque);
    for (const SamplingBackend backend : test_backends()) {
        const std::vector<glm::ivec2> texels = light_texels(scene, backend);
        const auto at = [&](int z) { return seen_from(scene, texels, {32, 32, z}); };
        EXPECT_EQ(at(face - 16), 255) << "farther away than anybody looks, " << name_of(backend);
        EXPECT_GE(at(face - 4), 235) << "where a flat surface is asked, " << name_of(backend);
        EXPECT_LE(at(face + 4), 2) << "inside of the wall, " << name_of(backend);
    }
}

TEST(Surroundings, a_face_of_the_volume_sees_all_that_is_outside) {
    const Volume volume = filled_volume({65, 65, 65}, 255);
    TestScene scene = scene_of(volume, constant_transfer(1.0));
    scene.settings.ambient_occlusion = 64; // half of few directions may be one too few
    for (const SamplingBackend backend : test_backends()) {
        const std::vector<glm::ivec2> texels = light_texels(scene, backend);
        for (const glm::ivec3 face : {glm::ivec3(0, 32, 32), {64, 30, 34}, {32, 0, 32}, {32, 32, 64}}) {
            EXPECT_GE(seen_from(scene, texels, face), 246) << name_of(backend);
        }
        EXPECT_LE(seen_from(scene, texels, {32, 32, 32}), 2) << name_of(backend);
    }
}

TEST(Surroundings, in_a_slab_they_are_the_mean_over_all_directions) {
    // From the middle of a wide slab of 24 voxels a cone at an angle leaves it after 12 / cos voxels or looks 24 far.
    constexpr double opacity = 0.05, half = 12.0, reach = 24.0;
    const Volume volume = filled_volume({192, 192, 25}, 255);
    TestScene scene = scene_of(volume, constant_transfer(opacity));
    scene.settings.ambient_occlusion = 64;
    double mean = 0.0;
    constexpr int parts = 1000;
    for (int i = 0; i < parts; ++i) {
        mean += std::pow(1.0 - opacity, std::min(reach, half / ((i + 0.5) / parts))) / parts;
    }
    const std::vector<glm::ivec2> texels = light_texels(scene, test_device().info().backend);
    EXPECT_NEAR(seen_from(scene, texels, {96, 96, 12}), std::min(255.0, 255.0 * 2.0 * mean), 4.0);
}

Volume long_volume() {
    return volume_of({304, 18, 23}, ScalarType::u8, [](int x, int y, int z) {
        return 127.5 + 127.5 * std::sin(0.31 * x + 0.4 * y) * std::cos(0.37 * z - 0.11 * x);
    });
}

/// Random texels of all back ends against a pyramid that is made and read in double precision.
void expect_like_reference_cones(const TestScene &scene, const std::string &what) {
    const ReferenceScene reference{
        scene.volume, over_values(scene.transfer, default_window(scene.volume->type(), scene.volume->range())),
        scene.camera, scene.settings};
    ReferenceSampler sampler(reference);
    const std::array<int, 3> dims =
        light_dims(scene.volume->grid().dims, light_spacing(scene.settings, scene.volume->grid().dims));
    for (const SamplingBackend backend : test_backends()) {
        const std::vector<glm::ivec2> texels = light_texels(scene, backend);
        std::mt19937 random(7);
        for (int i = 0; i < 60; ++i) {
            const std::size_t at = random() % texels.size();
            const int index = static_cast<int>(at);
            const glm::ivec3 texel(index % dims[0], index / dims[0] % dims[1], index / dims[0] / dims[1]);
            EXPECT_NEAR(texels[at].y, 255.0 * sampler.light_texel(texel).y, 1.01)
                << what << ' ' << name_of(backend) << ' ' << texel.x << ' ' << texel.y << ' ' << texel.z;
        }
    }
}

TEST(Surroundings, cones_see_what_a_reference_sees) {
    const Volume volume = long_volume();
    TestScene scene = scene_of(volume, smooth_transfer());
    scene.settings.traversal = Traversal::none; // all texels are made
    scene.settings.ambient_occlusion = 6;
    ASSERT_GE(cone_steps(occlusion_reach(volume.grid())).back().level, 3);
    expect_like_reference_cones(scene, "half");
    scene.settings.shadows = Shadows::full;
    scene.settings.shadow_method = ShadowMethod::marched;
    scene.settings.step = 1.0;
    expect_like_reference_cones(scene, "full, shadows marched");
    scene.settings.shadows = Shadows::quarter;
    scene.settings.clip_low = {0.1, 0.0, 0.2};
    scene.settings.clip_planes = {{{-1, 0.3, 0.1}, -220.0}};
    scene.settings.classification = Classification::pre;
    expect_like_reference_cones(scene, "quarter, clipped, pre");
}

TEST(Surroundings, voxels_may_be_longer_than_wide) {
    VolumeHeader header;
    header.grid.dims = {150, 20, 17};
    header.grid.spacing = {1.0, 1.5, 3.0};
    header.type = ScalarType::u8;
    const Volume volume = volume_of(
        header, [](int x, int y, int z) { return 127.5 + 127.5 * std::sin(0.4 * x) * std::cos(0.5 * y + 0.7 * z); });
    TestScene scene = scene_of(volume, smooth_transfer());
    scene.settings.traversal = Traversal::none;
    scene.settings.ambient_occlusion = 9;
    expect_like_reference_cones(scene, "long voxels");
}

struct AskingScene {
    const char *name;
    std::function<void(RenderSettings &)> apply;
};

/// Frames that ask for light in every way there is.
const std::vector<AskingScene> &asking_scenes() {
    static const std::vector<AskingScene> all = {
        {"cones", [](RenderSettings &) {}},
        {"cones, unshaded, leaves of 2",
         [](RenderSettings &s) {
             s.shading = Shading::none;
             s.leaf_size = 2;
         }},
        {"marched", [](RenderSettings &s) { s.ambient_occlusion_method = OcclusionMethod::marched; }},
        {"marched, quarter shadows, light from the side",
         [](RenderSettings &s) {
             s.ambient_occlusion_method = OcclusionMethod::marched;
             s.shadows = Shadows::quarter;
             s.light.direction = glm::dvec3(1.0, 0.3, -0.4);
         }},
        {"full shadows marched alone, pre, leaves of 16",
         [](RenderSettings &s) {
             s.ambient_occlusion = 0;
             s.shadows = Shadows::full;
             s.shadow_method = ShadowMethod::marched;
             s.light.direction = glm::dvec3(-0.2, 1.0, 0.4);
             s.classification = Classification::pre;
             s.leaf_size = 16;
         }},
        {"cones and propagated shadows, clipped",
         [](RenderSettings &s) {
             s.shadows = Shadows::half;
             s.light.direction = glm::dvec3(0.7, 1.0, 0.2);
             s.clip_low = {0.0, 0.0, 0.3};
             s.clip_planes = {{{0.2, -1, 0}, -22.0}};
         }},
        {"pre-integrated",
         [](RenderSettings &s) {
             s.classification = Classification::preintegrated;
             s.step = 2.3;
         }},
        {"an isosurface in the volume, where the volume is empty",
         [](RenderSettings &s) {
             s.mode = Mode::both;
             s.surfaces = {{40.0, {0.9f, 0.8f, 0.7f}, 0.5f}};
         }},
        {"an isosurface alone",
         [](RenderSettings &s) {
             s.mode = Mode::isosurface;
             s.surfaces = {{40.0, {0.9f, 0.8f, 0.7f}, 1.0f}};
         }},
    };
    return all;
}

/// A hollow ball that is open to the front once half of it is clipped away, and a lot of nothing; the slopes around it
/// are what only isosurfaces show.
Volume hollow_volume() {
    return volume_of({168, 56, 56}, ScalarType::u8, [](int x, int y, int z) {
        const double distance = std::abs(glm::length(glm::dvec3(x, y, z) - glm::dvec3(28, 28, 28)) - 21.0) - 2.0;
        return std::clamp(150.0 - 25.0 * distance, 0.0, 255.0);
    });
}

TEST(Surroundings, light_that_nobody_asks_for_is_not_missed) {
    const Volume volume = hollow_volume();
    for (const AskingScene &asking : asking_scenes()) {
        TestScene everywhere = scene_of(volume, smooth_transfer());
        everywhere.width = 90;
        everywhere.height = 70;
        everywhere.settings.ambient_occlusion = 7;
        everywhere.settings.clip_high = {1.0, 1.0, 0.6};
        asking.apply(everywhere.settings);
        everywhere.settings.traversal = Traversal::none;
        TestScene asked = everywhere;
        asked.settings.traversal = Traversal::octant_distance_map;
        for (const SamplingBackend backend : quick_backends()) {
            EXPECT_EQ(render_on_device(asked, backend).rgba, render_on_device(everywhere, backend).rgba)
                << asking.name << ' ' << name_of(backend);
        }
    }
}

TEST(Surroundings, far_from_what_is_seen_nothing_is_looked_at) {
    const Volume volume = hollow_volume();
    TestScene scene = scene_of(volume, smooth_transfer());
    for (const OcclusionMethod method : values_of<OcclusionMethod>()) {
        scene.settings.ambient_occlusion_method = method;
        std::size_t left_out = 0; // of a packet of 16 texels all are made or none
        for (const SamplingBackend backend : test_backends()) {
            scene.settings.traversal = Traversal::none;
            const std::vector<glm::ivec2> all = light_texels(scene, backend);
            scene.settings.traversal = Traversal::octant_distance_map;
            const std::vector<glm::ivec2> asked = light_texels(scene, backend);
            for (std::size_t i = 0; i < all.size(); ++i) {
                left_out += asked[i] != all[i];
                EXPECT_TRUE(asked[i] == all[i] || asked[i] == glm::ivec2(255));
            }
        }
        EXPECT_GT(left_out, 20u) << name_of(method);
    }
}

} // namespace
} // namespace voxmarch
