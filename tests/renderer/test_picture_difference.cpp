// Differences of pictures against closed forms, and structural similarity against the formula, window by window.
#include "renderer/instruments/picture_difference.h"

#include "base/error.h"

#include <cmath>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <sys/resource.h>

namespace voxmarch {
namespace {

constexpr double c1 = 6.5025, c2 = 58.5225; // (0.01 * 255)^2, (0.03 * 255)^2

Image image_of(int width, int height, const std::function<int(int, int, int)> &value) {
    Image image{width, height, {}};
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            for (int channel = 0; channel < 4; ++channel) {
                image.rgba.push_back(static_cast<std::uint8_t>(channel == 3 ? 255 : value(x, y, channel)));
            }
        }
    }
    return image;
}

Image noise(int width, int height, unsigned seed) {
    std::mt19937 random(seed);
    return image_of(width, height, [&](int, int, int) { return static_cast<int>(random() % 256); });
}

TEST(PictureDifference, EqualPicturesAreOne) {
    for (const auto &[width, height] : {std::pair{40, 30}, {11, 11}, {3, 50}, {1, 1}}) {
        const Image image = noise(width, height, 1);
        const PictureDifference same = picture_difference(image, image);
        EXPECT_EQ(same.mean, 0.0);
        EXPECT_EQ(same.largest, 0);
        EXPECT_EQ(same.ssim, 1.0);
    }
}

TEST(PictureDifference, ConstantsHaveAClosedForm) {
    const Image a = image_of(30, 20, [](int, int, int) { return 100; });
    const Image b = image_of(30, 20, [](int, int, int c) { return c == 0 ? 100 : c == 1 ? 130 : 40; });
    const PictureDifference found = picture_difference(a, b);
    EXPECT_DOUBLE_EQ(found.mean, 30.0);
    EXPECT_EQ(found.largest, 60);
    const auto luminance = [](double x, double y) { return (2.0 * x * y + c1) / (x * x + y * y + c1); };
    EXPECT_NEAR(found.ssim, (1.0 + luminance(100, 130) + luminance(100, 40)) / 3.0, 1e-9);
}

TEST(PictureDifference, TheNegativeOfAPatternIsDissimilar) {
    const Image a = image_of(40, 40, [](int x, int y, int) { return (x + y) % 2 == 0 ? 28 : 228; });
    const Image b = image_of(40, 40, [](int x, int y, int) { return (x + y) % 2 == 0 ? 228 : 28; });
    // Both means are 128, but for the weights' e of alternating sums; covariance is minus the variance of 100^2.
    EXPECT_NEAR(picture_difference(a, b).ssim, (-2.0 * 1e4 + c2) / (2.0 * 1e4 + c2), 1e-3);
}

/// The definition, a double loop for each window.
double ssim_by_definition(const Image &a, const Image &b) {
    double weights[11][11], all = 0.0, result = 0.0;
    for (int y = 0; y < 11; ++y) {
        for (int x = 0; x < 11; ++x) {
            all += weights[y][x] = std::exp(-((x - 5) * (x - 5) + (y - 5) * (y - 5)) / 4.5);
        }
    }
    int windows = 0;
    for (int channel = 0; channel < 3; ++channel) {
        for (int top = 0; top + 11 <= a.height; ++top) {
            for (int left = 0; left + 11 <= a.width; ++left, ++windows) {
                double mean_a = 0.0, mean_b = 0.0, var_a = 0.0, var_b = 0.0, both = 0.0;
                const auto sum = [&](const auto &use) {
                    for (int y = 0; y < 11; ++y) {
                        for (int x = 0; x < 11; ++x) {
                            use(weights[y][x] / all, double(a.pixel(left + x, top + y)[channel]),
                                double(b.pixel(left + x, top + y)[channel]));
                        }
                    }
                };
                sum([&](double w, double p, double q) { mean_a += w * p, mean_b += w * q; });
                sum([&](double w, double p, double q) {
                    var_a += w * (p - mean_a) * (p - mean_a);
                    var_b += w * (q - mean_b) * (q - mean_b);
                    both += w * (p - mean_a) * (q - mean_b);
                });
                result += (2 * mean_a * mean_b + c1) * (2 * both + c2) /
                          ((mean_a * mean_a + mean_b * mean_b + c1) * (var_a + var_b + c2));
            }
        }
    }
    return result / windows;
}

TEST(PictureDifference, SimilarityIsThatOfTheDefinition) {
    const Image a = noise(33, 21, 1), b = noise(33, 21, 2);
    EXPECT_NEAR(picture_difference(a, b).ssim, ssim_by_definition(a, b), 1e-9);
    const Image near = image_of(33, 21, [&](int x, int y, int c) { return a.pixel(x, y)[c] / 2 + 60; });
    EXPECT_NEAR(picture_difference(a, near).ssim, ssim_by_definition(a, near), 1e-9);
}

TEST(PictureDifference, WhereNothingIsSeenColoursDoNotCount) {
    Image a = image_of(20, 20, [](int, int, int) { return 200; }),
          b = image_of(20, 20, [](int, int, int) { return 10; });
    for (std::size_t i = 3; i < a.rgba.size(); i += 4) {
        a.rgba[i] = b.rgba[i] = 0;
    }
    EXPECT_EQ(picture_difference(a, b).largest, 0);
    b.rgba[3] = 51; // one pixel a fifth opaque: 10 * 0.2 in r, g, b, and 51 of opacity
    const PictureDifference found = picture_difference(a, b);
    EXPECT_EQ(found.largest, 51);
    EXPECT_DOUBLE_EQ(found.mean, (3 * 2 + 51) / (20.0 * 20.0 * 4.0));
    EXPECT_THROW(picture_difference(a, noise(5, 5, 1)), UsageError);
}

TEST(PictureDifference, WrittenPicturesAreRead) {
    const Image image = noise(13, 7, 3);
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "voxmarch_difference.png";
    write_png(image, file);
    const auto faults_of_children = [] {
        rusage usage{};
        getrusage(RUSAGE_CHILDREN, &usage);
        return usage.ru_minflt;
    };
    const long before = faults_of_children();
    EXPECT_EQ(read_picture(file).rgba, image.rgba);
    EXPECT_GT(faults_of_children(), before) << "another process unpacks it";
    std::ofstream(file) << "no picture";
    EXPECT_THROW(read_picture(file), FileError);
    std::filesystem::remove(file);
    EXPECT_THROW(read_picture(file), FileError);
}

} // namespace
} // namespace voxmarch
