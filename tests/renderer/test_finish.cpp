// Pictures that are finished: backgrounds, exposure, tone, outlines and samples against the reference and closed forms.
#include "device_fixture.h"
#include "renderer/empty_picture.h"
#include "renderer/picture_finish.h"
#include "renderer/sample_sum.h"
#include "renderer/views.h"

#include <cmath>
#include <fmt/format.h>

namespace voxmarch {
namespace {

/// Everything that a finish can have, and outlines.
RenderSettings finished_settings() {
    RenderSettings settings;
    settings.background = {0.1f, 0.2f, 0.5f};
    settings.finish = {glm::vec3(0.9f, 0.7f, 0.3f), 0.7, ToneCurve::filmic, 3};
    settings.outline = 0.8;
    return settings;
}

TEST(Finish, matches_the_reference) {
    const Volume volume = blob_volume({23, 17, 29}, ScalarType::u8);
    for (const Blend blend : {Blend::composite, Blend::average, Blend::mip}) {
        TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), finished_settings()};
        scene.settings.blend = blend;
        const Image expected = render_reference(scene);
        for (const SamplingBackend backend : test_backends()) {
            const ImageDifference difference =
                compare(render_on_device(scene, backend), expected, tolerance(backend) + 1); // and dither
            EXPECT_EQ(difference.pixels_above, 0u)
                << fmt::format("{}, {}: {}/255", name_of(blend), name_of(backend), difference.largest);
        }
    }
}

TEST(Finish, skips_nothing_that_is_seen) {
    const Volume volume = blob_volume({24, 22, 20}, ScalarType::u8);
    for (const SamplingBackend backend : quick_backends()) {
        TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), finished_settings()};
        const Image expected = render_on_device(scene, backend);
        scene.settings.traversal = default_traversal(backend);
        EXPECT_EQ(compare(render_on_device(scene, backend), expected, 0).pixels_above, 0u) << name_of(backend);
    }
}

// Nothing is seen but the background: rows go evenly from one colour to the other, and no level is preferred.
TEST(Finish, backgrounds_change_evenly) {
    const Volume volume = filled_volume({8, 8, 8}, 0);
    constexpr int width = 64, height = 48;
    VolumeRenderer renderer(test_device(), volume, quick_backends().front());
    renderer.set_transfer(constant_transfer(0.0));
    RenderSettings settings = finished_settings();
    const Image image = renderer.render(standard_view(volume.grid()), width, height, settings);
    EXPECT_TRUE(is_empty(image, settings));
    for (int y = 0; y < height; ++y) {
        glm::dvec3 mean(0.0);
        const glm::dvec3 expected = 255.0 * background_of(settings, y, height);
        for (int x = 0; x < width; ++x) {
            for (int channel = 0; channel < 3; ++channel) {
                const double found = image.pixel(x, y)[channel];
                EXPECT_LE(std::abs(found - expected[channel]), 1.01);
                mean[channel] += found / width;
            }
        }
        EXPECT_LT(glm::length(mean - expected), 0.3) << "row " << y;
    }
    EXPECT_LT(glm::length(background_of(settings, 0, height) - glm::dvec3(0.9, 0.7, 0.3)), 0.02) << "at the top";
    EXPECT_LT(glm::length(background_of(settings, height - 1, height) - glm::dvec3(0.1, 0.2, 0.5)), 0.02);
}

// A body of one colour that fills the picture, unlit: exposure doubles it, the curve of film keeps it below white.
TEST(Finish, exposure_and_tone_follow_their_forms) {
    const Volume volume = filled_volume({8, 8, 8}, 200);
    Camera camera = standard_view(volume.grid());
    camera.fov = 2.0;
    const auto red_at = [&](double exposure, ToneCurve tone) {
        VolumeRenderer renderer(test_device(), volume, quick_backends().front());
        renderer.set_transfer(constant_transfer(1.0, {0.3, 0.2, 0.1}));
        RenderSettings settings;
        settings.shading = Shading::none;
        settings.background = glm::vec3(1.0f);
        settings.finish.exposure = exposure;
        settings.finish.tone = tone;
        return double(renderer.render(camera, 16, 16, settings).pixel(8, 8)[0]) / 255.0;
    };
    EXPECT_NEAR(red_at(0.0, ToneCurve::none), 0.3, 0.003);
    EXPECT_NEAR(red_at(1.0, ToneCurve::none), 0.6, 0.003);
    EXPECT_NEAR(red_at(-1.0, ToneCurve::none), 0.15, 0.003);
    EXPECT_NEAR(red_at(3.0, ToneCurve::none), 1.0, 0.003);
    EXPECT_NEAR(red_at(0.0, ToneCurve::filmic), 0.3, 0.003) << "straight below a half";
    EXPECT_NEAR(red_at(1.0, ToneCurve::filmic), 0.5 + 0.5 * (1.0 - std::exp(-0.2)), 0.003);
    EXPECT_NEAR(red_at(2.0, ToneCurve::filmic), 0.5 + 0.5 * (1.0 - std::exp(-1.4)), 0.003);
}

TEST(Finish, parts_are_those_of_the_whole) {
    const Volume volume = blob_volume({23, 17, 29}, ScalarType::u8);
    const RenderSettings settings = finished_settings();
    VolumeRenderer renderer(test_device(), volume, quick_backends().front());
    renderer.set_transfer(smooth_transfer());
    const Camera camera = standard_view(volume.grid());
    const Image whole = renderer.render(camera, 80, 64, settings);
    Camera part = camera;
    part.crop = PictureCrop{80, 64, 16, 24};
    const Image found = renderer.render(part, 32, 40, settings);
    for (int y = 0; y < found.height; ++y) {
        for (int x = 0; x < found.width; ++x) {
            ASSERT_TRUE(std::equal(found.pixel(x, y), found.pixel(x, y) + 4, whole.pixel(16 + x, 24 + y)))
                << x << ", " << y;
        }
    }
}

TEST(Finish, samples_one_by_one_in_parts_are_those_of_a_picture_at_once) {
    const Volume volume = blob_volume({23, 17, 29}, ScalarType::u8);
    RenderSettings settings = finished_settings();
    settings.finish.samples = 5;
    VolumeRenderer renderer(test_device(), volume, quick_backends().front());
    renderer.set_transfer(smooth_transfer());
    const Camera camera = standard_view(volume.grid());
    const Image whole = renderer.render(camera, 64, 48, settings);
    SampleSum sum = renderer.begin_samples(64, 48, settings);
    for (int sample = 0; sample < 5; ++sample) {
        for (const int top : {0, 16}) {
            Camera part = camera;
            part.crop = PictureCrop{64, 48, 0, top};
            renderer.add_sample(part, 64, top == 0 ? 16 : 32, settings, sample, sum);
        }
    }
    EXPECT_EQ(compare(sum.picture(settings, 5), whole, 0).pixels_above, 0u);
    settings.finish.samples = 1;
    EXPECT_GT(compare(renderer.render(camera, 64, 48, settings), whole, 2).pixels_above, 20u) << "edges are smoother";
}

// The share of a pixel that a body covers, by many rays: an edge across the picture at a known place.
TEST(Finish, samples_tell_what_share_of_a_pixel_is_covered) {
    const Volume volume = filled_volume({9, 9, 9}, 200);
    VolumeRenderer renderer(test_device(), volume, quick_backends().front());
    renderer.set_transfer(constant_transfer(1.0, {1.0, 1.0, 1.0}));
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.opacity_cutoff = 1.0;
    settings.step = 0.02; // rays that cut the border must have a sample within
    settings.finish.samples = 64;
    Camera camera = named_view("front", volume.grid(), 1.0); // along -z
    camera.fov *= 1.3;
    const double distance = camera.eye.z - 8.0; // to the face that is seen
    constexpr int size = 33;
    const Image image = renderer.render(camera, size, size, settings);
    // The face ends at x = 8; its place in the picture in pixels from the left edge.
    const double pixel = 2.0 * std::tan(glm::radians(camera.fov) / 2.0) / size * distance;
    const double end = (8.0 - camera.eye.x) / pixel + 0.5 * size;
    const int column = static_cast<int>(end);
    EXPECT_NEAR(image.pixel(column, size / 2)[0] / 255.0, end - column, 0.05);
    EXPECT_EQ(image.pixel(column - 1, size / 2)[0], 255);
    EXPECT_EQ(image.pixel(column + 1, size / 2)[0], 0);
    glm::dvec2 mean(0.0);
    for (int sample = 0; sample < 256; ++sample) {
        const glm::dvec2 at = subpixel_of(sample);
        EXPECT_TRUE(at.x >= -0.5 && at.x < 0.5 && at.y >= -0.5 && at.y < 0.5);
        mean += at / 256.0;
    }
    EXPECT_LT(glm::length(mean), 0.01) << "around the middle";
    EXPECT_EQ(subpixel_of(0), glm::dvec2(0.0)) << "the first through the middle";
}

TEST(Finish, outlines_darken_what_turns_away) {
    const Volume volume = volume_of({33, 33, 33}, ScalarType::u8, [](int x, int y, int z) {
        return std::max(0.0, 255.0 - 14.0 * glm::length(glm::dvec3(x - 16, y - 16, z - 16)));
    });
    for (const Mode mode : {Mode::volume, Mode::isosurface}) {
        for (const SamplingBackend backend : quick_backends()) {
            TransferFunction white = constant_transfer(0.0);
            white.colors = {{0.0, {1.0, 1.0, 1.0}}};
            white.opacities = {{0.3, 0.0}, {0.4, 1.0}};
            TestScene scene{&volume, white, standard_view(volume.grid()), {}};
            scene.settings.mode = mode;
            if (mode == Mode::isosurface) {
                scene.settings.surfaces = {{100.0, glm::vec3(1.0f)}};
            }
            scene.settings.light.specular = glm::vec3(0.0f);
            const Image plain = render_on_device(scene, backend);
            scene.settings.outline = 1.0;
            const Image outlined = render_on_device(scene, backend);
            const int middle = plain.width / 2;
            EXPECT_NEAR(outlined.pixel(middle, plain.height / 2)[0], plain.pixel(middle, plain.height / 2)[0], 1);
            int first = 0;
            while (plain.pixel(first, plain.height / 2)[0] < 40) {
                ++first;
            }
            EXPECT_LT(outlined.pixel(first, plain.height / 2)[0], 0.8 * plain.pixel(first, plain.height / 2)[0])
                << name_of(mode) << ", " << name_of(backend);
        }
    }
}

TEST(Finish, is_refused_out_of_range) {
    const auto refused = [](const auto &change) {
        RenderSettings settings;
        change(settings);
        EXPECT_THROW(validate(settings), UsageError);
    };
    refused([](RenderSettings &s) { s.finish.samples = 0; });
    refused([](RenderSettings &s) { s.finish.samples = sample_limit + 1; });
    refused([](RenderSettings &s) { s.finish.exposure = 11.0; });
    refused([](RenderSettings &s) { s.finish.background_top = glm::vec3(2.0f); });
    refused([](RenderSettings &s) { s.outline = -0.1; });
}

} // namespace
} // namespace voxmarch
