// JPEG in parts, decoded by another library: the same picture as in one piece.
#include "read_png.h"
#include "renderer/pictures/encoders.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>

namespace {

using voxmarch::Image;

/// Slow waves of colour, and in the middle a red bar.
Image waves(int width, int height) {
    Image image;
    image.width = width;
    image.height = height;
    image.rgba.resize(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 255);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            std::uint8_t *pixel = &image.rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                                   static_cast<std::size_t>(x))];
            const bool bar = std::abs(x - width / 2) < 3;
            for (int channel = 0; channel < 3; ++channel) {
                const double wave = 127.5 + 120.0 * std::sin(0.03 * x * (channel + 1) + 0.05 * y);
                pixel[channel] = bar ? (channel == 0 ? 255 : 0) : static_cast<std::uint8_t>(wave);
            }
        }
    }
    return image;
}

Image decoded(const std::string &file) {
    Image image;
    int channels = 0;
    unsigned char *pixels =
        stbi_load_from_memory(reinterpret_cast<const unsigned char *>(file.data()), static_cast<int>(file.size()),
                              &image.width, &image.height, &channels, 4);
    if (pixels != nullptr) {
        image.rgba.assign(pixels,
                          pixels + 4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
        stbi_image_free(pixels);
    }
    return image;
}

double mean_difference(const Image &one, const Image &other) {
    double sum = 0;
    for (std::size_t i = 0; i < one.rgba.size(); ++i) {
        sum += std::abs(static_cast<int>(one.rgba[i]) - static_cast<int>(other.rgba[i]));
    }
    return sum / static_cast<double>(one.rgba.size());
}

TEST(EncodeJpeg, PartsAreThePictureInOnePiece) {
    if (!voxmarch::can_encode_jpeg()) {
        GTEST_SKIP() << "this build has no libjpeg";
    }
    // Heights of a part alone, of parts that end with few rows, and of more than the eight marks that go round.
    for (const auto &[width, height] : {std::pair{40, 1}, {64, 64}, {65, 65}, {333, 200}, {100, 1000}}) {
        const Image image = waves(width, height);
        const Image whole = decoded(voxmarch::encode_jpeg(image, 90, {}));
        const Image parts = decoded(voxmarch::encode_jpeg_quickly(image, 90, false));
        ASSERT_EQ(parts.width, width);
        ASSERT_EQ(parts.height, height);
        EXPECT_EQ(parts.rgba, whole.rgba) << width << "x" << height; // codes differ, numbers do not
        const Image half = decoded(voxmarch::encode_jpeg_quickly(image, 90, true));
        ASSERT_EQ(half.rgba.size(), image.rgba.size());
        EXPECT_LT(mean_difference(half, image), 8.0) << width << "x" << height;
    }
}

TEST(EncodeJpeg, HalfColorsTakeFewerBytes) {
    if (!voxmarch::can_encode_jpeg()) {
        GTEST_SKIP() << "this build has no libjpeg";
    }
    const Image image = waves(640, 480);
    const std::size_t full = voxmarch::encode_jpeg_quickly(image, 80, false).size();
    EXPECT_LT(voxmarch::encode_jpeg_quickly(image, 80, true).size(), full);
    EXPECT_LT(voxmarch::encode_jpeg(image, 80, {}).size(), full); // with codes of its own
    EXPECT_EQ(voxmarch::encode_jpeg_quickly(image, 80, true), voxmarch::encode_jpeg_quickly(image, 80, true));
}

} // namespace
