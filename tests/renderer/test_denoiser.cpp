// Noise that is taken out of traced pictures: what must go, what must stay, and that the device does what the reference
// does.
#include "base/error.h"
#include "noisy_pictures.h"
#include "tests/support/test_device.h"

#include <cstring>
#include <gtest/gtest.h>
#include <limits>

namespace voxmarch {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();

/// What a part of a picture shows.
struct Patch {
    glm::dvec3 light{1.0}, albedo{0.5}, normal{0.0, 0.0, -1.0};
    double depth = 3.0;
};

/// Light of samples varies as widely as it is bright.
DenoisePicture noisy_patches(int width, int height, const std::function<Patch(int x, int y)> &patch) {
    return sampled_picture(width, height, 16, [&](double x, double y, SampleNumbers &numbers) {
        const Patch at = patch(static_cast<int>(x), static_cast<int>(y));
        return TracedSample{at.albedo * at.light * -std::log(1.0 - numbers.next()), at.albedo, at.normal, at.depth};
    });
}

/// A picture on the device.
struct UploadedPicture {
    explicit UploadedPicture(const DenoisePicture &picture) : width(picture.width), height(picture.height) {
        upload(test_device(), color, picture.color, "color");
        upload(test_device(), albedo, picture.albedo, "albedo");
        upload(test_device(), normal, picture.normal, "normal");
        upload(test_device(), variance, picture.variance, "variance");
    }
    DenoiseInput input() const { return {width, height, color, albedo, normal, variance}; }
    int width, height;
    Buffer color, albedo, normal, variance;
};

std::vector<float> values_of(const Buffer &buffer, std::size_t count) {
    std::vector<float> values(count);
    buffer.download(std::as_writable_bytes(std::span(values)));
    return values;
}

std::vector<float> denoised(const DenoisePicture &picture, const DenoiseSettings &settings = {}) {
    const UploadedPicture uploaded(picture);
    Denoiser denoiser(test_device());
    Buffer output;
    (void)milliseconds(denoiser.run(uploaded.input(), output, settings));
    return values_of(output, picture.color.size());
}

bool are_same_bytes(const std::vector<float> &a, const std::vector<float> &b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

/// Damages some pixels of a picture, each in another way. @return their numbers
std::vector<std::size_t> damage(DenoisePicture &picture) {
    const std::size_t first = picture.variance.size() / 2, step = 5;
    std::vector<std::size_t> pixels;
    const auto set = [&](std::vector<float> &values, std::size_t of_pixel, std::size_t channel, float value) {
        pixels.push_back(first + step * pixels.size());
        values[of_pixel * pixels.back() + channel] = value;
    };
    set(picture.color, 4, 0, nan);
    set(picture.color, 4, 2, infinite);
    set(picture.color, 4, 1, -infinite);
    set(picture.color, 4, 3, nan);
    set(picture.color, 4, 0, 1e30f);
    set(picture.albedo, 4, 1, nan);
    set(picture.albedo, 4, 3, infinite);
    set(picture.normal, 4, 2, nan);
    set(picture.normal, 4, 3, nan);
    set(picture.normal, 4, 3, infinite);
    set(picture.variance, 1, 0, nan);
    set(picture.variance, 1, 0, infinite);
    return pixels;
}

TEST(Denoiser, matches_the_reference) {
    DenoisePicture picture = sampled_picture(67, 45, 16, ball_samples(67));
    damage(picture);
    for (const DenoiseSettings &settings :
         {DenoiseSettings{}, DenoiseSettings{.levels = 1}, DenoiseSettings{.levels = 7, .luminance = 20.0f},
          DenoiseSettings{.normal = 0.5f, .depth = 0.1f, .albedo = 1.0f}}) {
        const std::vector<float> expected = reference_denoise(picture, settings), found = denoised(picture, settings);
        double largest = 0.0, change = 0.0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            ASSERT_TRUE(std::isfinite(found[i])) << i;
            largest = std::max(largest, std::abs(double(found[i]) - expected[i]) / std::max(1.0f, expected[i]));
            change += std::isfinite(picture.color[i]) && picture.color[i] < 1e9f
                          ? std::abs(double(found[i]) - picture.color[i])
                          : 0.0;
        }
        EXPECT_LE(largest, 1e-5) << settings.levels << " levels";
        EXPECT_GT(change, 50.0) << "nothing was smoothed";
    }
}

TEST(Denoiser, keeps_energy) {
    const auto step = [](int x, int /*y*/) { return Patch{.light = glm::dvec3(x < 30 ? 0.1 : 2.0)}; };
    const auto gradient = [](int x, int y) { return Patch{.light = glm::dvec3(0.02 * x, 0.3, 1.0 - 0.015 * y)}; };
    const auto painted = [](int x, int y) {
        return Patch{.albedo = (x / 8 + y / 8) % 2 ? glm::dvec3(0.9, 0.1, 0.0) : glm::dvec3(0.3, 0.4, 0.8)};
    };
    for (const auto &[picture, what] : {std::pair(noisy_patches(61, 47, [](int, int) { return Patch{}; }), "constant"),
                                        {noisy_patches(61, 47, step), "step"},
                                        {noisy_patches(61, 47, gradient), "gradient"},
                                        {noisy_patches(61, 47, painted), "painted"},
                                        {ball_picture(96, 16), "ball"}}) {
        const std::vector<float> found = denoised(picture);
        const glm::dvec3 change = energy_of(found) / energy_of(picture.color) - 1.0;
        for (int channel = 0; channel < 3; ++channel) {
            EXPECT_LT(std::abs(change[channel]), 1e-5) << what << ", channel " << channel;
        }
        EXPECT_GT(mean_square_error(found, picture.color), 1e-4) << what << ": nothing was smoothed";
    }
}

TEST(Denoiser, takes_noise_out) {
    const std::vector<float> truth = ball_picture(96, 2048).color;
    const DenoisePicture noisy = ball_picture(96, 16);
    const double before = mean_square_error(noisy.color, truth), after = mean_square_error(denoised(noisy), truth);
    EXPECT_GT(before, 0.01);
    EXPECT_LT(after, before / 10.0);
    const DenoisePicture even = noisy_patches(64, 64, [](int, int) { return Patch{}; });
    const std::vector<float> level(even.color.size(), 0.5f);
    EXPECT_LT(mean_square_error(denoised(even), level), mean_square_error(even.color, level) / 50.0);
}

// Without noise, but said to be so uncertain that luminance keeps no pixels apart: what else differs at an edge must.
TEST(Denoiser, leaves_edges_of_depth_normal_and_albedo_sharp) {
    constexpr int width = 64, height = 40;
    const auto largest_change = [&](const Patch &left, const Patch &right) {
        DenoisePicture picture = noisy_patches(width, height, [](int, int) { return Patch{}; });
        for (std::size_t pixel = 0; pixel < picture.variance.size(); ++pixel) {
            const Patch &at = pixel % width < width / 2 ? left : right;
            for (std::size_t c = 0; c < 3; ++c) {
                const auto channel = static_cast<glm::length_t>(c);
                picture.color[4 * pixel + c] = static_cast<float>(at.albedo[channel] * at.light[channel]);
                picture.albedo[4 * pixel + c] = static_cast<float>(at.albedo[channel]);
                picture.normal[4 * pixel + c] = static_cast<float>(at.normal[channel]);
            }
            picture.normal[4 * pixel + 3] = static_cast<float>(at.depth);
            picture.variance[pixel] = 1e6f;
        }
        const std::vector<float> found = denoised(picture);
        double largest = 0.0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            largest = std::max(largest, std::abs(double(found[i]) - picture.color[i]));
        }
        return largest / glm::length(left.albedo * left.light - right.albedo * right.light);
    };
    const glm::dvec3 dim(0.4), bright(1.6);
    EXPECT_GT(largest_change({.light = dim}, {.light = bright}), 0.2) << "nothing keeps them apart";
    EXPECT_LT(largest_change({.light = dim}, {.light = bright, .depth = 3.5}), 0.01);
    EXPECT_LT(largest_change({.light = dim}, {.light = bright, .normal = {-0.8, 0.0, -0.6}}), 0.01);
    EXPECT_LT(largest_change({.light = dim}, {.light = bright, .normal = {0.0, 0.0, 0.0}}), 0.01);
    EXPECT_LT(largest_change({.light = dim, .albedo = glm::dvec3(0.2)}, {.light = bright, .albedo = glm::dvec3(0.9)}),
              0.01);
    EXPECT_LT(largest_change({.light = bright, .albedo = glm::dvec3(0.1)}, {.light = dim, .albedo = glm::dvec3(0.9)}),
              0.01);
    EXPECT_LT(largest_change({.albedo = {0.5, 0.2, 0.1}}, {.albedo = {0.1, 0.2, 0.5}}), 0.01) << "light is the same";
}

// A plane seen aslant is one surface, however much its depth changes from pixel to pixel.
TEST(Denoiser, smooths_slanting_planes) {
    const auto slant = [](int x, int y) { return Patch{.depth = 2.0 + 0.1 * x + 0.05 * y}; };
    const auto error = [](const DenoisePicture &picture) {
        return mean_square_error(denoised(picture), std::vector<float>(picture.color.size(), 0.5f));
    };
    const double even = error(noisy_patches(64, 48, [](int, int) { return Patch{}; }));
    EXPECT_LT(error(noisy_patches(64, 48, slant)), 1.5 * even);
}

// First hits in a cloud: normals, depths and albedos are noise, too.
TEST(Denoiser, smooths_what_has_noisy_guides) {
    const DenoisePicture cloud = sampled_picture(64, 64, 16, [](double /*x*/, double /*y*/, SampleNumbers &numbers) {
        const auto next = [&] { return numbers.next() - 0.5; };
        const glm::dvec3 albedo(0.5 + 0.2 * next());
        return TracedSample{glm::dvec3(-0.5 * std::log(1.0 - numbers.next())), albedo,
                            glm::normalize(glm::dvec3(2.0 * next(), 2.0 * next(), 2.0 * next() - 0.8)),
                            3.0 - std::log(1.0 - numbers.next())};
    });
    const std::vector<float> truth(cloud.color.size(), 0.5f);
    EXPECT_LT(mean_square_error(denoised(cloud), truth), mean_square_error(cloud.color, truth) / 5.0);
}

TEST(Denoiser, leaves_opacities_and_what_is_missed) {
    const DenoisePicture picture = ball_picture(80, 16);
    const std::vector<float> found = denoised(picture);
    std::size_t missed = 0, part = 0;
    for (std::size_t pixel = 0; pixel < picture.variance.size(); ++pixel) {
        const float *before = &picture.color[4 * pixel], *after = &found[4 * pixel];
        EXPECT_EQ(before[3], after[3]);
        part += before[3] > 0.0f && before[3] < 1.0f ? 1u : 0u;
        if (before[3] == 0.0f) {
            ++missed;
            EXPECT_EQ(std::memcmp(before, after, 4 * sizeof(float)), 0);
        }
    }
    EXPECT_GT(missed, 1000u);
    EXPECT_GT(part, 50u);
    DenoisePicture sky = picture; // light that comes from behind all
    for (std::size_t pixel = 0; pixel < picture.variance.size(); ++pixel) {
        if (picture.normal[4 * pixel + 3] == 0.0f) {
            sky.color[4 * pixel] = -3.5f;
            sky.variance[pixel] = 2.0f;
        }
    }
    const std::vector<float> under_sky = denoised(sky);
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(under_sky[i], i % 4 == 0 && picture.normal[i + 3] == 0.0f ? -3.5f : found[i]) << i;
    }
}

TEST(Denoiser, changes_nothing_that_is_certain) {
    DenoisePicture picture = ball_picture(64, 16);
    std::fill(picture.variance.begin(), picture.variance.end(), 0.0f);
    const std::vector<float> found = denoised(picture);
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_NEAR(found[i], picture.color[i], 1e-5) << i;
    }
}

TEST(Denoiser, refuses_pixels_that_are_not_finite) {
    DenoisePicture damaged = ball_picture(64, 16), without = damaged;
    for (const std::size_t pixel : damage(damaged)) {
        without.color[4 * pixel] = 0.25f;
        without.albedo[4 * pixel + 3] = 0.0f;
        without.variance[pixel] = 0.0f;
        if (!std::isfinite(damaged.normal[4 * pixel + 3])) {
            without.normal[4 * pixel + 3] = 0.0f;
        }
    }
    std::vector<float> found = denoised(damaged), expected = denoised(without);
    for (const std::size_t pixel : damage(damaged)) {
        for (std::size_t i = 4 * pixel; i < 4 * pixel + 4; ++i) {
            EXPECT_EQ(found[i], std::isfinite(damaged.color[i]) ? damaged.color[i] : 0.0f) << pixel;
            found[i] = expected[i];
        }
    }
    EXPECT_TRUE(are_same_bytes(found, expected));
}

TEST(Denoiser, gives_the_same_bytes_each_time_and_in_place) {
    const DenoisePicture picture = ball_picture(80, 16);
    UploadedPicture uploaded(picture);
    Denoiser denoiser(test_device());
    Buffer output;
    (void)milliseconds(denoiser.run(uploaded.input(), output));
    const std::vector<float> first = values_of(output, picture.color.size());
    (void)milliseconds(denoiser.run(uploaded.input(), output));
    EXPECT_TRUE(are_same_bytes(values_of(output, picture.color.size()), first));
    EXPECT_TRUE(are_same_bytes(denoised(picture), first));
    (void)denoised(ball_picture(96, 2)); // a smaller picture after a larger one
    (void)milliseconds(denoiser.run(uploaded.input(), uploaded.color));
    EXPECT_TRUE(are_same_bytes(values_of(uploaded.color, picture.color.size()), first));
}

TEST(Denoiser, refuses_what_it_cannot_do) {
    const DenoisePicture picture = ball_picture(16, 2);
    UploadedPicture uploaded(picture);
    Denoiser denoiser(test_device());
    Buffer output;
    DenoiseInput larger = uploaded.input(), empty = uploaded.input();
    larger.height = 17;
    empty.width = 0;
    EXPECT_THROW((void)denoiser.run(larger, output), UsageError);
    EXPECT_THROW((void)denoiser.run(empty, output), UsageError);
    EXPECT_THROW((void)denoiser.run(uploaded.input(), output, {.levels = 0}), UsageError);
    EXPECT_THROW((void)denoiser.run(uploaded.input(), output, {.levels = 11}), UsageError);
    EXPECT_THROW((void)denoiser.run(uploaded.input(), output, {.depth = 0.0f}), UsageError);
    EXPECT_THROW((void)denoiser.run(uploaded.input(), output, {.albedo = nan}), UsageError);
}

} // namespace
} // namespace voxmarch
