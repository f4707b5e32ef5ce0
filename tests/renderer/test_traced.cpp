// Traced pictures: means that no choice of speed changes, the same bytes from the same numbers, and what is refused.
#include "traced_fixture.h"

#include <fmt/format.h>

namespace voxmarch {
namespace {

constexpr int edge = 10;

/// Lamps, an environment, matter and surfaces.
RenderSettings lit_settings(int samples) {
    RenderSettings settings = traced_settings(samples);
    settings.light = key_light();
    settings.side_lights = {{glm::dvec3(-1.0, 0.2, 0.4), false, glm::vec3(0.9f, 0.5f, 0.2f)}};
    settings.trace.surfaces = 0.7;
    settings.trace.anisotropy = 0.3;
    settings.finish.background_top = glm::vec3(0.2f, 0.4f, 0.9f);
    return settings;
}

// Pictures of few samples are as right as those of many: 64 of 16 against one of 4096.
TEST(Traced, means_of_short_runs_are_those_of_a_long_one) {
    const Volume volume = blob_volume({18, 16, 20}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(smooth_transfer());
    const Camera camera = standard_view(volume.grid());
    const std::vector<Estimate> runs = estimates(renderer, camera, edge, edge, lit_settings(16), 64);
    RenderSettings settings = lit_settings(4096);
    settings.trace.seed = 1000;
    const FloatPixels many = traced_floats(renderer, camera, edge, edge, settings);
    std::size_t beyond = 0;
    double squares = 0.0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const double error = std::hypot(runs[i].error, 0.5 * runs[i].error) + 1e-6; // a quarter of the variance
        const double difference = runs[i].mean - many[i / 4][static_cast<int>(i % 4)];
        beyond += std::abs(difference) > 3.0 * error ? 1 : 0;
        squares += difference * difference / (error * error) / static_cast<double>(runs.size());
    }
    EXPECT_LT(beyond, runs.size() / 50) << "0.3 % are expected beyond 3 standard errors";
    EXPECT_LT(squares, 1.6);
}

// One bound for the whole volume, or one for each leaf of whatever size: more or less work, the same picture.
TEST(Traced, bounds_change_no_expectation) {
    const Volume volume = blob_volume({33, 30, 35}, ScalarType::u8);
    const Camera camera = standard_view(volume.grid());
    for (const Classification classification : {Classification::post, Classification::pre}) {
        VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
        renderer.set_transfer(smooth_transfer());
        RenderSettings settings = lit_settings(64);
        settings.classification = classification;
        settings.traversal = Traversal::none;
        const std::vector<Estimate> whole = estimates(renderer, camera, edge, edge, settings, 16);
        settings.traversal = Traversal::distance_map;
        settings.trace.seed = 500;
        for (const int leaf_size : {1, 4, 32}) {
            settings.leaf_size = leaf_size;
            expect_same_expectation(whole, estimates(renderer, camera, edge, edge, settings, 16),
                                    fmt::format("{}, leaves of {}", name_of(classification), leaf_size));
        }
    }
}

// The kernels of images and of buffers see the same matter.
TEST(Traced, back_ends_agree) {
    const Volume volume = blob_volume({18, 16, 20}, ScalarType::u8);
    const Camera camera = standard_view(volume.grid());
    const auto estimates_of = [&](SamplingBackend backend, int seed) {
        VolumeRenderer renderer(test_device(), volume, backend);
        renderer.set_transfer(smooth_transfer());
        RenderSettings settings = lit_settings(64);
        settings.trace.seed = seed;
        return estimates(renderer, camera, edge, edge, settings, 16);
    };
    const std::vector<Estimate> expected = estimates_of(SamplingBackend::packet, 0);
    for (const SamplingBackend backend : test_backends()) {
        if (backend == SamplingBackend::image) {
            expect_same_expectation(expected, estimates_of(backend, 100), "images");
        }
    }
}

Image picture(VolumeRenderer &renderer, const Camera &camera, const RenderSettings &settings) {
    return renderer.render(camera, 40, 30, settings);
}

TEST(Traced, pictures_are_the_same_bytes_in_any_tiling) {
    const Volume volume = blob_volume({23, 17, 29}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(smooth_transfer());
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings = lit_settings(3);
    const Image sharp = picture(renderer, camera, settings);
    for (const double aperture : {5.0, 0.0}) { // with a lens, too
        settings.trace.aperture = aperture;
        settings.trace.focus_at = {0.4, 0.6};
        const Image whole = picture(renderer, camera, settings);
        EXPECT_EQ(compare(picture(renderer, camera, settings), whole, 0).pixels_above, 0u) << "from run to run";
        EXPECT_EQ(compare(whole, sharp, 2).pixels_above > 100u, aperture > 0.0);
        for (const auto &[x, y, width, height] : {std::array{0, 0, 13, 30}, {13, 0, 27, 11}, {13, 11, 27, 19}}) {
            Camera part = camera;
            part.crop = PictureCrop{40, 30, x, y};
            const Image found = renderer.render(part, width, height, settings);
            for (int row = 0; row < height; ++row) {
                ASSERT_TRUE(std::equal(found.pixel(0, row), found.pixel(0, row) + 4 * width, whole.pixel(x, y + row)))
                    << aperture << ": " << x << ", " << y << ", row " << row;
            }
        }
    }
    const Image whole = sharp;
    settings.trace.seed = 1;
    EXPECT_GT(compare(picture(renderer, camera, settings), whole, 2).pixels_above, 100u) << "other numbers";
}

// Bounds that are too low would leave matter out: after every edit they are those of a renderer that knew no other.
TEST(Traced, bounds_follow_edits) {
    const Volume volume = blob_volume({23, 17, 29}, ScalarType::u8);
    const Camera camera = standard_view(volume.grid());
    VolumeRenderer warm(test_device(), volume, one_pixel_backend());
    TransferFunction dense = smooth_transfer();
    dense.opacities = {{0.2, 0.0}, {0.6, 0.9}, {1.0, 0.1}};
    RenderSettings cubic = lit_settings(1);
    cubic.interpolation = Interpolation::cubic;
    RenderSettings pre = lit_settings(1);
    pre.classification = Classification::pre;
    RenderSettings cut = lit_settings(1);
    cut.clip_low = {0.3, 0.2, 0.1};
    cut.clip_inverted = true;
    RenderSettings fine = lit_settings(1);
    fine.leaf_size = 2;
    const std::pair<TransferFunction, RenderSettings> edits[] = {{smooth_transfer(), lit_settings(1)},
                                                                 {dense, lit_settings(1)},
                                                                 {dense, fine},
                                                                 {dense, pre},
                                                                 {smooth_transfer(), pre},
                                                                 {dense, cut},
                                                                 {dense, cubic}};
    for (const auto &[transfer, settings] : edits) {
        warm.set_transfer(transfer);
        VolumeRenderer cold(test_device(), volume, one_pixel_backend());
        cold.set_transfer(transfer);
        EXPECT_EQ(compare(picture(warm, camera, settings), picture(cold, camera, settings), 0).pixels_above, 0u);
    }
}

TEST(Traced, what_is_cut_out_or_hidden_is_not_there) {
    const Volume volume = filled_volume({17, 17, 17}, 200);
    Camera camera = named_view("front", volume.grid(), 1.0); // along -z
    camera.height = 4.0;
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(constant_transfer(0.1));
    constexpr int wide = 40, samples = 32;
    const auto opacity_of = [&](const RenderSettings &settings) {
        double sum = 0.0;
        for (const glm::dvec4 &pixel : traced_floats(renderer, camera, wide, wide, settings)) {
            sum += pixel.w / (wide * wide);
        }
        return sum;
    };
    RenderSettings settings = traced_settings(samples);
    const double error = 3.5 * 0.5 / std::sqrt(samples * double(wide) * wide);
    settings.clip_planes = {{{0.0, 0.0, 1.0}, 10.0}}; // 6 of 16
    EXPECT_NEAR(opacity_of(settings), 1.0 - std::pow(0.9, 6.0), error);
    settings.clip_inverted = true;
    EXPECT_NEAR(opacity_of(settings), 1.0 - std::pow(0.9, 10.0), error);
    settings.clip_planes.clear();
    const Volume labels = volume_of({17, 17, 17}, ScalarType::u8, [](int, int, int z) { return z < 8 ? 1 : 2; });
    renderer.set_labels(&labels, {{}, {0.0f, {}}, {}}); // up to 7.5 of 16
    for (const Traversal traversal : {Traversal::none, Traversal::distance_map}) {
        settings.traversal = traversal;
        EXPECT_NEAR(opacity_of(settings), 1.0 - std::pow(0.9, 8.5), error) << name_of(traversal);
    }
}

TEST(Traced, more_samples_are_less_noise) {
    const Volume volume = blob_volume({18, 16, 20}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(smooth_transfer());
    const Camera camera = standard_view(volume.grid());
    const Estimate few = mean_of(estimates(renderer, camera, edge, edge, lit_settings(4), 16));
    const Estimate many = mean_of(estimates(renderer, camera, edge, edge, lit_settings(64), 16));
    EXPECT_NEAR(few.error / many.error, 4.0, 1.2);
}

// A picture with a bound of its error is the one of as many samples as it took, and about as good as it was to be.
TEST(Traced, pictures_end_once_they_are_good_enough) {
    const Volume volume = blob_volume({18, 16, 20}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(smooth_transfer());
    const Camera camera = standard_view(volume.grid());
    constexpr int bounded_edge = 16; // one tile
    const auto drawn = [&](const RenderSettings &settings) {
        return traced_floats(renderer, camera, bounded_edge, bounded_edge, settings);
    };
    RenderSettings settings = lit_settings(512);
    settings.trace.error = 1e-4;
    const FloatPixels best = drawn(settings);
    EXPECT_EQ(renderer.statistics().paths, 512) << "samples are the most that there are";
    settings.trace.seed = 77;
    for (const double error : {0.2, 0.1}) {
        settings.trace.error = error;
        settings.finish.samples = 512;
        const FloatPixels found = drawn(settings);
        const int paths = renderer.statistics().paths;
        EXPECT_GE(paths, 16);
        EXPECT_LT(paths, 512) << error;
        double squares = 0.0, light = 0.0, opacity = 0.0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            for (int channel = 0; channel < 3; ++channel) {
                squares += std::pow(found[i][channel] - best[i][channel], 2.0) / (3.0 * found.size());
                light += best[i][channel] / 3.0;
            }
            opacity += best[i].w;
        }
        const double relative = std::sqrt(squares) / (light / opacity);
        EXPECT_LT(relative, 1.2 * error) << paths;
        EXPECT_GT(relative, 0.3 * error) << "no more paths than it takes: " << paths;
        settings.trace.error = 0.0;
        settings.finish.samples = paths;
        EXPECT_EQ(drawn(settings), found) << error;
    }
    Camera part = camera;
    part.crop = PictureCrop{32, 32, 0, 0};
    settings.trace.error = 0.1;
    EXPECT_THROW((void)renderer.render(part, 16, 16, settings), UsageError) << "errors are those of whole pictures";
}

template <typename Change> void expect_refused(Change &&change, const char *word) {
    RenderSettings settings = lit_settings(1);
    change(settings);
    const Volume volume = filled_volume({8, 8, 8}, 200);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    try {
        renderer.render(standard_view(volume.grid()), 8, 8, settings);
        ADD_FAILURE() << "drawn: " << word;
    } catch (const UsageError &error) {
        EXPECT_NE(error.problem().find(word), std::string::npos) << error.problem();
    }
}

TEST(Traced, what_paths_do_not_know_is_refused) {
    expect_refused([](RenderSettings &s) { s.blend = Blend::mip; }, "blend");
    expect_refused([](RenderSettings &s) { s.gradient_of = GradientSource::opacity; }, "normals");
    expect_refused([](RenderSettings &s) { s.adaptive_step = true; }, "steps");
    expect_refused([](RenderSettings &s) { s.trace.bounces = 0; }, "bounces");
    expect_refused([](RenderSettings &s) { s.trace.anisotropy = 1.0; }, "anisotropy");
    expect_refused([](RenderSettings &s) { s.trace.environment_strength = 1001.0; }, "strength of the environment");
    expect_refused([](RenderSettings &s) { s.trace.error = -0.1; }, "error");
    expect_refused([](RenderSettings &s) { s.trace.aperture = -1.0; }, "lens");
    expect_refused([](RenderSettings &s) { s.trace.focus_distance = 0.0; }, "distance of the focus");
    expect_refused([](RenderSettings &s) { s.trace.focus_at = {0.5, 1.5}; }, "place of the focus");
    expect_refused(
        [](RenderSettings &s) {
            s.trace.focus_distance = 1.0;
            s.trace.focus_at = {0.5, 0.5};
        },
        "one of them");
    expect_refused([](RenderSettings &s) { s.finish.samples = traced_sample_limit + 1; }, "samples");

    const Volume volume = filled_volume({8, 8, 8}, 200);
    const Camera camera = standard_view(volume.grid());
    const auto refused = [&](const auto &change) {
        VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
        change(renderer);
        EXPECT_THROW(renderer.render(camera, 8, 8, lit_settings(1)), UsageError);
    };
    refused([&](VolumeRenderer &renderer) {
        TransferFunction own = smooth_transfer();
        own.materials = {MaterialPoint{}};
        renderer.set_transfer(own);
    });
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    EXPECT_THROW(renderer.draw(camera, 8, 8, lit_settings(1), {.depth = true}), UsageError);
    EXPECT_THROW(renderer.count_pixels(camera, 8, 8, lit_settings(1)), UsageError);
}

} // namespace
} // namespace voxmarch
