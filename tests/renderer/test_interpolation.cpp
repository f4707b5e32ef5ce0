// Nearest, trilinear and tricubic values between voxels: closed forms, the reference, and every way of skipping.
#include "device_fixture.h"
#include "renderer/brick_plan.h"
#include "renderer/reference/voxels.h"
#include "renderer/views.h"

#include <fmt/format.h>

namespace voxmarch {
namespace {

constexpr Interpolation other_interpolations[] = {Interpolation::nearest, Interpolation::cubic};

TEST(Interpolation, of_polynomials_is_what_splines_make_of_them) {
    const std::array<int, 3> dims{9, 10, 11};
    const auto linear = [](glm::dvec3 p) { return 2.0 + 3.0 * p.x - p.y + 0.5 * p.z; };
    const auto square = [](glm::dvec3 p) { return p.x * p.x - 2.0 * p.y * p.y + 3.0 * p.z * p.z; };
    for (const glm::dvec3 place :
         {glm::dvec3(3.0, 4.0, 5.0), glm::dvec3(2.25, 6.5, 4.125), glm::dvec3(5.9, 1.1, 7.3)}) {
        EXPECT_NEAR(interpolate(Interpolation::cubic, dims, place, linear), linear(place), 1e-12);
        // A cubic B-spline adds a third to a square: the variance of its basis.
        EXPECT_NEAR(interpolate(Interpolation::cubic, dims, place, square), square(place) + (1.0 - 2.0 + 3.0) / 3.0,
                    1e-12);
        EXPECT_EQ(interpolate(Interpolation::nearest, dims, place, square), square(glm::floor(place + 0.5)));
    }
    EXPECT_NEAR(interpolate(Interpolation::cubic, dims, {-5.0, 0.0, 99.0}, [](glm::dvec3) { return 7.0; }), 7.0, 1e-12);
}

TEST(Interpolation, matches_the_reference) {
    const Volume volume = blob_volume({23, 17, 29}, ScalarType::u8);
    for (const Interpolation interpolation : other_interpolations) {
        for (const Classification classification : {Classification::pre, Classification::post}) {
            for (const Gradient gradient : {Gradient::sobel, Gradient::on_the_fly}) {
                TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
                scene.settings.interpolation = interpolation;
                scene.settings.classification = classification;
                scene.settings.gradient = gradient;
                expect_like_reference(
                    scene, fmt::format("{} {} {}", name_of(interpolation), name_of(classification), name_of(gradient)),
                    quick_backends());
            }
        }
    }
}

TEST(Interpolation, of_thin_volumes_and_all_types_matches_the_reference) {
    for (const Interpolation interpolation : other_interpolations) {
        for (const auto &[dims, type] : {std::pair{std::array{20, 1, 20}, ScalarType::u8},
                                         {std::array{2, 2, 2}, ScalarType::i16},
                                         {std::array{16, 19, 18}, ScalarType::f32}}) {
            const Volume volume = blob_volume(dims, type, 3);
            TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
            scene.settings.interpolation = interpolation;
            scene.settings.shading = Shading::none;
            expect_like_reference(scene, fmt::format("{} {} {}", name_of(interpolation), name_of(type), dims[1]),
                                  quick_backends());
        }
    }
}

// Between voxels of 0 and 200 lie values that none of them has: those a function shows are seen between voxels alone.
TEST(Interpolation, nearest_makes_no_values_that_no_voxel_has) {
    const Volume volume =
        volume_of({17, 17, 17}, ScalarType::u8, [](int x, int y, int z) { return (x + y + z) % 2 * 200; });
    TransferFunction band = constant_transfer(0.0);
    band.domain = TransferDomain::value;
    band.opacities = {{50.0, 0.0}, {60.0, 0.9}, {140.0, 0.9}, {150.0, 0.0}};
    for (const SamplingBackend backend : quick_backends()) {
        for (const Interpolation interpolation :
             {Interpolation::nearest, Interpolation::linear, Interpolation::cubic}) {
            TestScene scene{&volume, band, standard_view(volume.grid()), {}};
            scene.settings.interpolation = interpolation;
            scene.settings.shading = Shading::none;
            const Image image = render_on_device(scene, backend);
            std::size_t seen = 0;
            for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
                seen += image.rgba[i] > 0;
            }
            EXPECT_EQ(seen > 0, interpolation != Interpolation::nearest)
                << name_of(interpolation) << ", " << name_of(backend) << ": " << seen;
        }
    }
}

// Leaves rely on it: where a function begins to show above the largest voxel no sample is seen, rounding included.
TEST(Interpolation, makes_no_values_beyond_those_of_voxels) {
    std::mt19937 random(5);
    const Volume volume = volume_of({24, 22, 26}, ScalarType::u8, [&](int, int, int) { return random() % 2 * 128; });
    TransferFunction above = constant_transfer(0.0);
    above.domain = TransferDomain::value;
    above.opacities = {{128.0, 0.0}, {129.0, 1.0}};
    for (const SamplingBackend backend : quick_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        renderer.set_transfer(above);
        for (const Interpolation interpolation : other_interpolations) {
            RenderSettings settings;
            settings.interpolation = interpolation;
            settings.traversal = Traversal::none;
            renderer.count_samples(standard_view(volume.grid()), 40, 30, settings);
            EXPECT_GT(renderer.statistics().samples, 0u);
            EXPECT_EQ(renderer.statistics().visible_samples, 0u) << name_of(interpolation) << " " << name_of(backend);
        }
    }
}

TEST(Interpolation, skipping_never_changes_the_picture) {
    const Volume volume = blob_volume({40, 36, 44}, ScalarType::u8, 9);
    TransferFunction narrow = smooth_transfer();
    narrow.opacities = {{0.8, 0.0}, {0.85, 0.5}, {0.9, 0.0}}; // thin shells: single voxels decide what is seen
    for (const SamplingBackend backend : quick_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        renderer.set_transfer(narrow);
        for (const Interpolation interpolation : other_interpolations) {
            for (const Classification classification :
                 {Classification::pre, Classification::post, Classification::preintegrated}) {
                RenderSettings settings;
                settings.interpolation = interpolation;
                settings.classification = classification;
                for (const NamedView &view : views_around(volume)) {
                    settings.traversal = Traversal::none;
                    const Image expected = renderer.render(view.camera, 37, 29, settings);
                    for (const Traversal traversal :
                         classification == Classification::post
                             ? std::vector{Traversal::buffered_for_for_with_flags, Traversal::octant_distance_map}
                             : std::vector{Traversal::octant_distance_map}) {
                        for (const int leaf_size : {1, 4}) {
                            settings.traversal = traversal;
                            settings.leaf_size = leaf_size;
                            const Image image = renderer.render(view.camera, 37, 29, settings);
                            EXPECT_EQ(compare(image, expected, 0).pixels_above, 0u)
                                << fmt::format("{} {} {} {} {} {}", name_of(backend), name_of(interpolation),
                                               name_of(classification), view.name, name_of(traversal), leaf_size);
                        }
                    }
                }
            }
        }
    }
}

TEST(Interpolation, of_projections_matches_the_reference_and_skips) {
    const Volume volume = blob_volume({24, 20, 22}, ScalarType::u8, 4);
    for (const Interpolation interpolation : other_interpolations) {
        for (const Blend blend : {Blend::mip, Blend::average}) {
            TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
            scene.settings.interpolation = interpolation;
            scene.settings.blend = blend;
            const std::string what = fmt::format("{} {}", name_of(interpolation), name_of(blend));
            expect_like_reference(scene, what, quick_backends());
            const Image expected = render_on_device(scene, one_pixel_backend());
            scene.settings.traversal = Traversal::octant_distance_map;
            EXPECT_EQ(render_on_device(scene, one_pixel_backend()).rgba, expected.rgba) << what;
        }
    }
}

TEST(Interpolation, of_channels_is_that_of_one_volume) {
    const Volume volume = blob_volume({23, 17, 29}, ScalarType::u8);
    for (const SamplingBackend backend : quick_backends()) {
        for (const Interpolation interpolation : other_interpolations) {
            TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
            scene.settings.interpolation = interpolation;
            VolumeRenderer renderer(test_device(), volume, backend);
            renderer.add_channel(volume);
            renderer.set_transfer(scene.transfer);
            renderer.set_transfer(constant_transfer(0.0), {}, 1); // adds nothing
            scene.settings.shading = Shading::none;
            const Image both = renderer.render(scene.camera, scene.width, scene.height, scene.settings);
            EXPECT_EQ(compare(both, render_on_device(scene, backend), 1).pixels_above, 0u)
                << name_of(interpolation) << " " << name_of(backend);
        }
    }
}

TEST(Interpolation, refuses_what_it_cannot_do) {
    const Volume volume = blob_volume({12, 12, 12}, ScalarType::u8);
    TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
    scene.settings.adaptive_step = true;
    scene.settings.step = finest_adaptive_step;
    scene.settings.interpolation = Interpolation::nearest;
    EXPECT_THROW((void)render_on_device(scene, one_pixel_backend()), UsageError);
    RenderSettings cubic;
    cubic.interpolation = Interpolation::cubic;
    EXPECT_EQ(missing_in_bricks(cubic, true), "cubic interpolation");
}

} // namespace
} // namespace voxmarch
