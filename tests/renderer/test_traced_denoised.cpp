// Noise that is taken out of traced pictures: nearer to the truth, as bright, the same bytes, and what leads it there.
#include "renderer/sample_sum.h"
#include "traced_fixture.h"

namespace voxmarch {
namespace {

constexpr int columns = 48, rows = 36;

RenderSettings lit_samples(int samples, bool denoise) {
    RenderSettings settings = traced_settings(samples);
    settings.light = key_light();
    settings.trace.surfaces = 0.7;
    settings.trace.bounces = 3;
    settings.trace.denoise = denoise;
    return settings;
}

/// A ball with a clear border, of a colour that changes along x.
class TracedDenoised : public ::testing::Test {
protected:
    Volume volume = volume_of({21, 21, 21}, ScalarType::u8, [](int x, int y, int z) {
        const double inside = 9.0 - glm::length(glm::dvec3(x, y, z) - 10.0); // voxels
        return std::clamp(100.0 + 60.0 * inside + 3.0 * x, 0.0, 255.0);
    });
    VolumeRenderer renderer{test_device(), volume, one_pixel_backend()};
    Camera camera = standard_view(volume.grid());

    void SetUp() override {
        TransferFunction transfer = smooth_transfer();
        transfer.opacities = {{0.55, 0.0}, {0.6, 0.9}};
        renderer.set_transfer(transfer);
    }

    FloatPixels floats(int samples, bool denoise) {
        return traced_floats(renderer, camera, columns, rows, lit_samples(samples, denoise));
    }
};

double squared_error(const FloatPixels &picture, const FloatPixels &truth) {
    double sum = 0.0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        const glm::dvec3 off(picture[i] - truth[i]);
        sum += glm::dot(off, off) / (3.0 * static_cast<double>(truth.size()));
    }
    return sum;
}

TEST_F(TracedDenoised, pictures_are_nearer_to_the_truth) {
    const FloatPixels noisy = floats(16, false), smooth = floats(16, true);
    RenderSettings many = lit_samples(1024, false);
    many.trace.seed = 1;
    const FloatPixels truth = traced_floats(renderer, camera, columns, rows, many);
    const double before = squared_error(noisy, truth), after = squared_error(smooth, truth);
    RecordProperty("error_before", std::to_string(before));
    RecordProperty("error_after", std::to_string(after));
    EXPECT_GT(before, 3.0 * after) << before << " before, " << after << " after";
}

TEST_F(TracedDenoised, pictures_are_as_bright_as_before) {
    const FloatPixels noisy = floats(3, false), smooth = floats(3, true);
    glm::dvec4 light_before(0.0), light_after(0.0);
    for (std::size_t i = 0; i < noisy.size(); ++i) {
        light_before += noisy[i];
        light_after += smooth[i];
    }
    for (int i = 0; i < 4; ++i) { // and as opaque
        EXPECT_NEAR(light_after[i] / light_before[i], 1.0, 1e-4);
    }
}

// A skin so thin that half of the paths miss it: its opacity is as noisy as its light. What is opaque has none.
TEST_F(TracedDenoised, thin_skins_lose_the_grain_of_their_opacity) {
    TransferFunction transfer = constant_transfer(0.05);
    renderer.set_transfer(transfer);
    camera.height = 4.0; // all pixels see much the same of it
    const FloatPixels noisy = floats(16, false), smooth = floats(16, true), truth = floats(2048, false);
    const auto error_of = [&](const FloatPixels &pixels) {
        double squares = 0.0;
        for (std::size_t i = 0; i < truth.size(); ++i) {
            squares += std::pow(pixels[i].w - truth[i].w, 2.0);
        }
        return squares;
    };
    EXPECT_LT(error_of(smooth), 0.5 * error_of(noisy));
    EXPECT_LT(squared_error(smooth, truth), 0.5 * squared_error(noisy, truth));
    renderer.set_transfer(constant_transfer(1.0));
    for (const glm::dvec4 &pixel : floats(4, true)) {
        ASSERT_EQ(pixel.w, 1.0);
    }
}

TEST_F(TracedDenoised, pictures_are_the_same_bytes_in_any_tiling_and_nothing_stays_behind) {
    const RenderSettings settings = lit_samples(4, true), plain = lit_samples(4, false);
    const Image noisy = renderer.render(camera, columns, rows, plain);
    const Image whole = renderer.render(camera, columns, rows, settings);
    EXPECT_GT(compare(noisy, whole, 2).pixels_above, 100u);
    EXPECT_EQ(compare(renderer.render(camera, columns, rows, settings), whole, 0).pixels_above, 0u);
    EXPECT_EQ(compare(renderer.render(camera, columns, rows, plain), noisy, 0).pixels_above, 0u);
    SampleSum sum = renderer.begin_samples(columns, rows, settings);
    for (const auto &[x, y, width, height] : {std::array{0, 0, 13, rows}, {13, 0, 35, 11}, {13, 11, 35, 25}}) {
        Camera part = camera;
        part.crop = PictureCrop{columns, rows, x, y};
        for (int sample = 0; sample < 4; ++sample) {
            renderer.add_sample(part, width, height, settings, sample, sum);
        }
    }
    EXPECT_EQ(compare(sum.picture(settings, 4), whole, 0).pixels_above, 0u) << "samples of parts";
}

TEST_F(TracedDenoised, parts_and_single_samples_are_refused) {
    EXPECT_THROW(renderer.render(camera, columns, rows, lit_samples(1, true)), UsageError);
    Camera part = camera;
    part.crop = PictureCrop{columns, rows, 0, 0};
    EXPECT_THROW(renderer.render(part, 8, 8, lit_samples(4, true)), UsageError);
    RenderSettings shaded = lit_samples(1, true);
    shaded.lighting = Lighting::shaded;
    EXPECT_NO_THROW(renderer.render(part, 8, 8, shaded)) << "nobody traces";
}

std::vector<float> floats_of(const Buffer &buffer, std::size_t count) {
    std::vector<float> values(count);
    buffer.download(std::as_writable_bytes(std::span(values)));
    return values;
}

// A wall across the picture, seen along z from above, denser with depth: what its first hits are is known.
TEST(TracedGuides, are_colours_places_and_normals_of_what_is_hit_first) {
    const Volume volume = volume_of({9, 9, 9}, ScalarType::u8, [](int, int, int z) { return 250 - 20 * z; });
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(constant_transfer(1.0));
    Camera camera = named_view("front", volume.grid(), 1.0); // along -z
    camera.height = 4.0;
    constexpr int edge = 8, samples = 3;
    RenderSettings settings = lit_samples(samples, true);
    settings.trace.surfaces = 1.0;
    SampleSum sum = renderer.begin_samples(edge, edge, settings);
    RenderSettings plain = settings;
    plain.trace.denoise = false;
    std::vector<double> squares(edge * edge);
    FloatPixels before(edge * edge, glm::dvec4(0.0));
    for (int sample = 0; sample < samples; ++sample) {
        renderer.add_sample(camera, edge, edge, settings, sample, sum);
        plain.finish.samples = sample + 1;
        FloatPixels light = traced_floats(renderer, camera, edge, edge, plain);
        for (std::size_t i = 0; i < squares.size(); ++i) {
            light[i] *= sample + 1.0; // sum of all so far
            const double luminance = glm::dot(light[i] - before[i], glm::dvec4(0.2126, 0.7152, 0.0722, 0.0));
            squares[i] += luminance * luminance;
        }
        before = light;
    }
    const NoiseGuides::Sums &sums = sum.guides()->sums();
    const std::vector<float> albedo = floats_of(sums.albedo, squares.size() * 4);
    const std::vector<float> normal = floats_of(sums.normal, squares.size() * 4);
    const std::vector<float> squared = floats_of(sums.squares, squares.size());
    // 20 of 160 a voxel, half of that at the border: surely a surface but for exp(-25 / 8) .. exp(-25 / 16). Sigma is
    // 9.2: nothing comes deeper than a voxel or two.
    const double least = 1.0 - std::exp(-25.0 / 16.0), most = 1.0 - std::exp(-25.0 / 8.0), eye = camera.eye.z - 8.0;
    for (std::size_t i = 0; i < squares.size(); ++i) {
        EXPECT_NEAR(albedo[4 * i], samples * 1.0, 0.02);
        EXPECT_NEAR(albedo[4 * i + 1], samples * 0.5, 0.02);
        EXPECT_NEAR(albedo[4 * i + 2], samples * 0.25, 0.02);
        EXPECT_EQ(albedo[4 * i + 3], samples);
        EXPECT_NEAR(normal[4 * i], 0.0, 1e-4);
        EXPECT_NEAR(normal[4 * i + 1], 0.0, 1e-4);
        EXPECT_GT(normal[4 * i + 2], samples * least - 0.01);
        EXPECT_LT(normal[4 * i + 2], samples * most + 0.01);
        EXPECT_GT(normal[4 * i + 3], samples * eye);
        EXPECT_LT(normal[4 * i + 3], samples * (eye + 1.5));
        EXPECT_NEAR(squared[i], squares[i], 1e-5 * (1.0 + squares[i]));
    }
}

} // namespace
} // namespace voxmarch
