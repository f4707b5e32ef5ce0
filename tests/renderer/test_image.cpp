// PNG files as another decoder sees them, and picture differences.
#include "base/error.h"
#include "read_png.h"

#include <gtest/gtest.h>

namespace voxmarch {
namespace {

Image gradient_image(int width, int height) {
    Image image{width, height, {}};
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            for (const int value : {x * 7, y * 5, x ^ y, 255}) {
                image.rgba.push_back(static_cast<std::uint8_t>(value));
            }
        }
    }
    return image;
}

TEST(Image, WithoutBackgroundGivesBothPicturesBack) {
    // Colour and opacity of four pixels: nothing, solid, half, a quarter.
    const std::vector<std::array<int, 4>> wanted{
        {0, 0, 0, 0}, {10, 200, 255, 255}, {100, 50, 250, 128}, {255, 0, 60, 64}};
    Image black{4, 1, {}}, white{4, 1, {}};
    for (const auto &[r, g, b, a] : wanted) {
        for (const int color : {r, g, b}) {
            const double over_black = color * a / 255.0;
            black.rgba.push_back(static_cast<std::uint8_t>(std::lround(over_black)));
            white.rgba.push_back(static_cast<std::uint8_t>(std::lround(over_black + 255.0 - a)));
        }
        black.rgba.push_back(255);
        white.rgba.push_back(255);
    }
    const Image result = without_background(black, white);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        for (std::size_t channel = 0; channel < 4; ++channel) {
            EXPECT_NEAR(result.rgba[4 * i + channel], wanted[i][channel], channel == 3 || i < 2 ? 0 : 4) << i;
        }
    }
    EXPECT_THROW(without_background(black, gradient_image(2, 2)), UsageError);
}

TEST(Image, PngHoldsThePixels) {
    const Image image = gradient_image(37, 19);
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "voxmarch_image.png";
    write_png(image, file);
    const Image read = read_png(file);
    ASSERT_EQ(read.width, 37);
    ASSERT_EQ(read.height, 19);
    EXPECT_EQ(read.rgba, image.rgba);
    std::filesystem::remove(file);
}

TEST(Image, UnwritableFilesAreReportedAndLeaveNothing) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "voxmarch_no_such_folder";
    EXPECT_THROW(write_png(gradient_image(2, 2), folder / "a.png"), OutputError);
    EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST(Image, DifferencesAreCounted) {
    const Image a = gradient_image(4, 4);
    Image b = a;
    b.rgba[0] = static_cast<std::uint8_t>(b.rgba[0] + 10);
    b.rgba[5] = static_cast<std::uint8_t>(b.rgba[5] + 2);
    const ImageDifference exact = compare(a, b);
    EXPECT_EQ(exact.largest, 10);
    EXPECT_EQ(exact.pixels_above, 2u);
    EXPECT_NEAR(exact.mean, 12.0 / 48.0, 1e-12);
    EXPECT_EQ(compare(a, b, 2).pixels_above, 1u);
    EXPECT_THROW(compare(a, gradient_image(4, 5)), UsageError);
}

} // namespace
} // namespace voxmarch
