// Device pictures whose every pixel is known in advance.
#include "device_fixture.h"
#include "renderer/views.h"

#include <cmath>

namespace voxmarch {
namespace {

Camera along_z(const Grid &grid, double distance) {
    Camera camera;
    camera.target = grid.center();
    camera.eye = camera.target + glm::dvec3(0, 0, distance);
    camera.fov = 2.0;
    return camera;
}

TEST(ClosedForms, ConstantMediumHasTheExactTransmittanceAtEveryStep) {
    const Volume volume = filled_volume({33, 33, 17}, 100);
    for (const double step : {1.0, 0.5, 0.25}) {
        TestScene scene{&volume, constant_transfer(0.05), along_z(volume.grid(), 1000.0), {}, 9, 9};
        scene.camera.fov = 0.5;
        scene.settings.shading = Shading::none;
        scene.settings.opacity_cutoff = 1.0;
        scene.settings.step = step;
        const double opacity = 1.0 - std::pow(0.95, 16.0);
        for (const SamplingBackend backend : test_backends()) {
            const Image image = render_on_device(scene, backend);
            for (int i = 0; i < 81; ++i) {
                EXPECT_NEAR(image.pixel(i % 9, i / 9)[0], 255.0 * opacity, 1.0) << name_of(backend) << " " << step;
                EXPECT_NEAR(image.pixel(i % 9, i / 9)[1], 127.5 * opacity, 1.0) << name_of(backend) << " " << step;
            }
        }
    }
}

TEST(ClosedForms, HalvingTheStepKeepsTheBrightness) {
    const Volume volume = blob_volume({40, 40, 40}, ScalarType::u8);
    TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
    scene.settings.shading = Shading::none;
    for (const Classification classification : {Classification::pre, Classification::post}) {
        scene.settings.classification = classification;
        scene.settings.step = 0.5;
        const Image coarse = render_on_device(scene, SamplingBackend::packet);
        scene.settings.step = 0.25;
        const Image fine = render_on_device(scene, SamplingBackend::packet);
        EXPECT_LT(compare(coarse, fine).mean, 0.6);
        EXPECT_GT(compare(coarse, Image{40, 30, Pixels(40 * 30 * 4, 0)}).mean, 20.0);
    }
}

TEST(ClosedForms, EmptyVolumeIsTheBackgroundExactly) {
    const Volume volume = filled_volume({20, 20, 20}, 0);
    for (const Classification classification : {Classification::pre, Classification::post}) {
        for (const Shading shading : {Shading::none, Shading::phong}) {
            TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
            scene.settings.classification = classification;
            scene.settings.shading = shading;
            scene.settings.background = {0.2f, 0.4f, 0.6f};
            for (const SamplingBackend backend : test_backends()) {
                const Image image = render_on_device(scene, backend);
                for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
                    ASSERT_EQ(image.rgba[i], 51);
                    ASSERT_EQ(image.rgba[i + 1], 102);
                    ASSERT_EQ(image.rgba[i + 2], 153);
                    ASSERT_EQ(image.rgba[i + 3], 255);
                }
            }
        }
    }
}

TEST(ClosedForms, SamplesAreCountedExactly) {
    // Parallel rays along z through 16 voxel lengths take 32 samples at step 0.5, all of them visible.
    const Volume volume = filled_volume({33, 33, 17}, 100);
    TestScene scene{&volume, constant_transfer(0.01), along_z(volume.grid(), 1000.0), {}, 8, 8};
    scene.camera.fov = 0.1;
    scene.settings.opacity_cutoff = 1.0;
    for (const SamplingBackend backend : test_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        renderer.set_transfer(scene.transfer);
        renderer.render(scene.camera, 8, 8, scene.settings);
        renderer.count_samples(scene.camera, 8, 8, scene.settings);
        EXPECT_EQ(renderer.statistics().rays, 64u);
        EXPECT_EQ(renderer.statistics().rays_in_box, 64u);
        EXPECT_EQ(renderer.statistics().samples, 64u * 32u) << name_of(backend);
        EXPECT_EQ(renderer.statistics().visible_samples, 64u * 32u);
        EXPECT_EQ(renderer.statistics().fetches, 2u * 64u * 32u); // scalar and normal
    }
}

TEST(ClosedForms, AxesAreNotSwappedOrMirrored) {
    // One bright corner at each end of each axis; seen from the front it must appear in the right corner.
    for (int corner = 0; corner < 4; ++corner) {
        const Volume volume = volume_of({16, 16, 16}, ScalarType::u8, [&](int x, int y, int) {
            return (corner & 1 ? 15 - x : x) < 5 && (corner & 2 ? 15 - y : y) < 5 ? 255 : 0;
        });
        TestScene scene{&volume, smooth_transfer(), named_view("front", volume.grid(), 1.0), {}, 32, 32};
        for (const SamplingBackend backend : test_backends()) {
            const Image image = render_on_device(scene, backend);
            for (int quadrant = 0; quadrant < 4; ++quadrant) {
                // +x is to the right, +y is up, rows count from the top.
                const int x = quadrant & 1 ? 25 : 6, y = quadrant & 2 ? 6 : 25;
                EXPECT_EQ(image.pixel(x, y)[0] > 60, quadrant == corner) << name_of(backend) << " corner " << corner;
            }
        }
    }
}

} // namespace
} // namespace voxmarch
