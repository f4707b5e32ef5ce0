// Whose gradients are the normals, lights beside the main one, and materials by scalar: against the reference, and the
// same with and without skipping.
#include "device_fixture.h"
#include "renderer/views.h"

#include <cmath>
#include <fmt/format.h>

namespace voxmarch {
namespace {

std::vector<MaterialPoint> two_materials() {
    return {{60.0, 0.1, 0.9, 0.0, 4.0}, {110.0, 0.3, 0.6, 0.2, 20.0}, {110.0, 0.2, 0.5, 0.9, 60.0}};
}

TransferFunction with_materials(const Volume &volume) {
    TransferFunction transfer =
        over_values(smooth_transfer(), default_window(volume.type(), volume.range())); // materials of values, too
    transfer.materials = two_materials();
    return transfer;
}

std::vector<SideLight> two_side_lights() {
    return {{{-1.0, 0.3, 0.2}, false, {0.7f, 0.3f, 0.1f}}, {{1.0, 1.0, 0.5}, true, {0.1f, 0.4f, 0.8f}}};
}

TEST(GradientSource, matches_the_reference_whatever_is_classified) {
    const Volume volume = blob_volume({23, 17, 29}, ScalarType::u8);
    for (const GradientSource source : {GradientSource::scalar, GradientSource::opacity}) {
        for (const Classification classification : values_of<Classification>()) {
            for (const Gradient gradient : {Gradient::sobel, Gradient::on_the_fly}) {
                TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
                scene.settings.gradient_of = source;
                scene.settings.classification = classification;
                scene.settings.gradient = gradient;
                expect_like_reference(
                    scene, fmt::format("{} {} {}", name_of(source), name_of(classification), name_of(gradient)),
                    quick_backends());
            }
        }
    }
}

TEST(GradientSource, automatic_is_that_of_the_classification) {
    const Volume volume = blob_volume({24, 22, 20}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(smooth_transfer());
    const Camera camera = standard_view(volume.grid());
    for (const Classification classification : values_of<Classification>()) {
        const auto draw = [&](GradientSource source) {
            RenderSettings settings;
            settings.classification = classification;
            settings.gradient_of = source;
            return renderer.render(camera, 40, 30, settings).rgba;
        };
        const bool pre = classification == Classification::pre;
        const auto automatic = draw(GradientSource::automatic);
        EXPECT_EQ(automatic == draw(GradientSource::scalar), !pre) << name_of(classification);
        EXPECT_EQ(automatic == draw(GradientSource::opacity), pre) << name_of(classification);
    }
}

TEST(GradientSource, is_refused_where_there_is_one_alone) {
    const Volume volume = blob_volume({12, 12, 12}, ScalarType::u8);
    RenderSettings settings;
    settings.gradient_of = GradientSource::opacity;
    {
        VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
        TransferFunction plane = smooth_transfer();
        plane.gradient_opacities = {{0.0, 0.0}, {0.1, 1.0}};
        renderer.set_transfer(plane);
        EXPECT_THROW((void)renderer.render(standard_view(volume.grid()), 16, 16, settings), UsageError);
        settings.classification = Classification::pre;
        EXPECT_NO_THROW((void)renderer.render(standard_view(volume.grid()), 16, 16, settings));
    }
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.add_channel(volume);
    renderer.set_transfer(smooth_transfer());
    renderer.set_transfer(smooth_transfer(), {}, 1);
    settings = {};
    settings.gradient_of = GradientSource::scalar;
    EXPECT_THROW((void)renderer.render(standard_view(volume.grid()), 16, 16, settings), UsageError);
}

// A flat face before a headlight is as bright as its colour, and shows no highlight, which would cover all of it.
TEST(CutFaces, toward_the_light_keep_their_colour) {
    const Volume volume = filled_volume({24, 24, 24}, 200);
    const Camera camera = standard_view(volume.grid());
    const glm::dvec3 ahead = glm::normalize(camera.target - camera.eye);
    const glm::dvec3 color(0.6, 0.5, 0.4);
    TransferFunction transfer;
    transfer.domain = TransferDomain::value;
    transfer.colors = {{0.0, color}};
    transfer.opacities = {{0.0, 1.0}};
    for (const bool inverted : {false, true}) {
        TestScene scene{&volume, transfer, camera, {}};
        scene.settings.clip_planes = {{inverted ? -ahead : ahead, glm::dot(inverted ? -ahead : ahead, camera.target)}};
        scene.settings.clip_inverted = inverted;
        scene.settings.light.specular = glm::vec3(0.5f);
        for (const SamplingBackend backend : quick_backends()) {
            const Image image = render_on_device(scene, backend);
            const std::uint8_t *middle = image.pixel(scene.width / 2, scene.height / 2);
            for (int i = 0; i < 3; ++i) {
                EXPECT_NEAR(middle[i], 255.0 * color[i], 1.5) << name_of(backend) << " " << inverted;
            }
        }
        expect_like_reference(scene, "a cut face", quick_backends());
    }
}

TEST(SideLights, match_the_reference) {
    const Volume volume = blob_volume({23, 17, 29}, ScalarType::u8);
    for (const Shadows shadows : {Shadows::none, Shadows::full}) {
        for (const int occlusion : {0, 6}) {
            TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
            scene.settings.side_lights = two_side_lights();
            scene.settings.light.direction = glm::dvec3(0.2, 1.0, 0.4);
            scene.settings.shadows = shadows;
            scene.settings.shadow_method = ShadowMethod::marched;
            scene.settings.ambient_occlusion = occlusion;
            scene.settings.ambient_occlusion_method = OcclusionMethod::marched;
            const Image expected = render_reference(scene);
            for (const SamplingBackend backend : quick_backends()) { // the light volume holds bytes
                const ImageDifference difference =
                    compare(render_on_device(scene, backend), expected, tolerance(backend) + 1);
                EXPECT_EQ(difference.pixels_above, 0u)
                    << fmt::format("shadows {}, {} directions, {}: {}/255", name_of(shadows), occlusion,
                                   name_of(backend), difference.largest);
            }
        }
    }
}

// Where every light is the headlight their shares add up: one of half the strength beside it is 1.5 of it.
TEST(SideLights, add_up) {
    const Volume volume = blob_volume({24, 22, 20}, ScalarType::u8);
    Camera camera = standard_view(volume.grid()); // from so far that all rays are nearly parallel
    camera.eye = camera.target + 200.0 * (camera.eye - camera.target);
    camera.fov /= 200.0;
    for (const SamplingBackend backend : quick_backends()) {
        TestScene scene{&volume, smooth_transfer(), camera, {}};
        scene.settings.light.ambient = glm::vec3(0.0f);
        scene.settings.light.diffuse = glm::vec3(0.6f);
        scene.settings.light.specular = glm::vec3(0.0f);
        const Image brighter = render_on_device(scene, backend);
        scene.settings.light.diffuse = glm::vec3(0.4f);
        scene.settings.side_lights = {{glm::normalize(camera.eye - camera.target), false, glm::vec3(0.5f)}};
        EXPECT_EQ(compare(render_on_device(scene, backend), brighter, 1).pixels_above, 0u) << name_of(backend);
    }
}

// A ball between a red light at its left and a blue one at its right.
TEST(SideLights, light_the_side_that_faces_them) {
    const Volume volume = volume_of({33, 33, 33}, ScalarType::u8, [](int x, int y, int z) {
        return std::max(0.0, 255.0 - 14.0 * glm::length(glm::dvec3(x - 16, y - 16, z - 16)));
    });
    for (const SamplingBackend backend : quick_backends()) {
        TransferFunction white = constant_transfer(0.0);
        white.colors = {{0.0, {1.0, 1.0, 1.0}}};
        white.opacities = {{0.2, 0.0}, {0.4, 0.6}};
        TestScene scene{&volume, white, standard_view(volume.grid()), {}};
        scene.settings.light.ambient = scene.settings.light.diffuse = scene.settings.light.specular = glm::vec3(0.0f);
        scene.settings.light.diffuse = glm::vec3(1.0f);
        scene.settings.light.direction = glm::dvec3(0.0, 0.0, -1.0);
        scene.settings.light.follows_camera = true; // from behind, and its highlight is off
        scene.settings.side_lights = {{{-1.0, 0.0, 0.3}, true, {1.0f, 0.0f, 0.0f}},
                                      {{1.0, 0.0, 0.3}, true, {0.0f, 0.0f, 1.0f}}};
        const Image image = render_on_device(scene, backend);
        scene.settings.side_lights.clear();
        const Image without = render_on_device(scene, backend);
        long left = 0, right = 0; // red less blue that they add
        for (int y = 0; y < image.height; ++y) {
            for (int x = 0; x < image.width; ++x) {
                const std::size_t i = (std::size_t(y) * std::size_t(image.width) + std::size_t(x)) * 4;
                const long added = (image.rgba[i] - without.rgba[i]) - (image.rgba[i + 2] - without.rgba[i + 2]);
                (2 * x < image.width ? left : right) += added;
            }
        }
        EXPECT_GT(left, 500) << name_of(backend);
        EXPECT_LT(right, -500) << name_of(backend);
    }
}

TEST(SideLights, light_isosurfaces) {
    const Volume volume = blob_volume({24, 22, 20}, ScalarType::u8);
    for (const SurfaceMethod method : values_of<SurfaceMethod>()) {
        TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
        scene.settings.mode = Mode::isosurface;
        scene.settings.surface_method = method;
        scene.settings.surfaces = {{100.5, {0.8f, 0.8f, 0.8f}, 1.0f}};
        scene.settings.light.diffuse = glm::vec3(0.0f);
        scene.settings.light.specular = glm::vec3(0.0f);
        scene.settings.light.ambient = glm::vec3(0.0f);
        const Image dark = render_on_device(scene, one_pixel_backend());
        scene.settings.light.diffuse = glm::vec3(0.5f);
        scene.settings.light.direction = glm::dvec3(0.0, 0.0, 1.0);
        scene.settings.side_lights = {{{1.0, 0.0, 0.0}, true, {1.0f, 0.0f, 0.0f}}};
        const Image lit = render_on_device(scene, one_pixel_backend());
        std::size_t reddish = 0, darker = 0;
        for (std::size_t i = 0; i < lit.rgba.size(); i += 4) {
            reddish += lit.rgba[i] > lit.rgba[i + 1] + 20;
            darker += lit.rgba[i] < dark.rgba[i] || lit.rgba[i + 1] > lit.rgba[i];
        }
        EXPECT_GT(reddish, 50u) << name_of(method);
        EXPECT_EQ(darker, 0u) << name_of(method);
    }
}

TEST(SideLights, of_wrong_numbers_are_refused) {
    RenderSettings settings;
    settings.side_lights.assign(4, {});
    EXPECT_THROW(validate(settings), UsageError);
    settings.side_lights = {{glm::dvec3(0.0), false, glm::vec3(0.5f)}};
    EXPECT_THROW(validate(settings), UsageError);
    settings.side_lights = {{glm::dvec3(0.0, 1.0, 0.0), false, glm::vec3(1.5f)}};
    EXPECT_THROW(validate(settings), UsageError);
}

TEST(Materials, match_the_reference) {
    for (const ScalarType type : {ScalarType::u8, ScalarType::i16}) {
        const Volume volume = blob_volume({23, 17, 29}, type);
        for (const Classification classification : values_of<Classification>()) {
            TestScene scene{&volume, with_materials(volume), standard_view(volume.grid()), {}};
            scene.settings.classification = classification;
            scene.settings.side_lights = two_side_lights();
            expect_like_reference(scene, fmt::format("{} {}", name_of(type), name_of(classification)),
                                  quick_backends());
        }
    }
}

TEST(Materials, of_one_point_are_the_lights_own) {
    const Volume volume = blob_volume({24, 22, 20}, ScalarType::u8);
    for (const SamplingBackend backend : quick_backends()) {
        TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
        scene.settings.light.ambient = glm::vec3(0.25f);
        scene.settings.light.diffuse = glm::vec3(0.5f);
        scene.settings.light.specular = glm::vec3(0.75f);
        scene.settings.light.shininess = 10.0f;
        const Image expected = render_on_device(scene, backend);
        scene.transfer.materials = {{0.5, 0.25, 0.5, 0.75, 10.0}};
        EXPECT_EQ(render_on_device(scene, backend).rgba, expected.rgba) << name_of(backend);
    }
}

TEST(Lighting, skipping_never_changes_the_picture) {
    const Volume volume = blob_volume({40, 36, 44}, ScalarType::u8, 9);
    for (const SamplingBackend backend : quick_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        renderer.set_transfer(with_materials(volume));
        for (const Classification classification : values_of<Classification>()) {
            RenderSettings settings;
            settings.classification = classification;
            settings.side_lights = two_side_lights();
            settings.gradient_of =
                classification == Classification::pre ? GradientSource::scalar : GradientSource::opacity;
            for (const NamedView &view : views_around(volume)) {
                settings.traversal = Traversal::none;
                const Image expected = renderer.render(view.camera, 37, 29, settings);
                for (const Traversal traversal :
                     {Traversal::buffered_for_for_with_flags, Traversal::octant_distance_map}) {
                    settings.traversal = traversal;
                    EXPECT_EQ(renderer.render(view.camera, 37, 29, settings).rgba, expected.rgba) << fmt::format(
                        "{} {} {} {}", name_of(backend), name_of(classification), view.name, name_of(traversal));
                }
            }
        }
    }
}

TEST(Materials, are_refused_where_there_is_no_one_scalar) {
    const Volume volume = blob_volume({12, 12, 12}, ScalarType::u8);
    const Camera camera = standard_view(volume.grid());
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(with_materials(volume));
    RenderSettings settings;
    settings.adaptive_step = true;
    settings.step = finest_adaptive_step;
    EXPECT_THROW((void)renderer.render(camera, 16, 16, settings), UsageError);
    settings = {};
    renderer.add_channel(volume);
    renderer.set_transfer(smooth_transfer(), {}, 1);
    EXPECT_THROW((void)renderer.render(camera, 16, 16, settings), UsageError);
}

} // namespace
} // namespace voxmarch
