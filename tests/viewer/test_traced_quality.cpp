// When traced pictures are better than shaded ones, and when they are done.
#include "app/viewer/jobs/traced_quality.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace voxmarch {

namespace {

constexpr int edge = 64;

/// One level everywhere, with noise in the first columns.
Image noisy(double level, double deviation, int columns, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0.0, 1.0);
    Image image{edge, edge, Pixels(std::size_t(edge) * edge * 4)};
    for (int y = 0; y < edge; ++y) {
        for (int x = 0; x < edge; ++x) {
            for (int i = 0; i < 4; ++i) {
                const double value = level + (x < columns ? deviation * noise(random) : 0.0);
                image.rgba[4 * (std::size_t(y) * edge + std::size_t(x)) + std::size_t(i)] =
                    static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0)));
            }
        }
    }
    return image;
}

/// Means of 2n and of n samples: they differ by as much as the first is off.
struct Traced {
    Image whole, half;
    Traced(double deviation, int columns) : whole(noisy(120.0, 0.0, 0, 1)), half(noisy(120.0, deviation, columns, 2)) {}
};

} // namespace

TEST(TracedQuality, IsBetterWhereTheOtherPictureIsFurtherOff) {
    const Image ordinary = noisy(100.0, 0.0, 0, 1); // 20 levels off
    EXPECT_TRUE(is_better(Traced(8.0, edge).whole, Traced(8.0, edge).half, ordinary));
    EXPECT_FALSE(is_better(Traced(30.0, edge).whole, Traced(30.0, edge).half, ordinary));
    EXPECT_TRUE(is_better(Traced(30.0, edge / 4).whole, Traced(30.0, edge / 4).half, ordinary)) << "a tile in four";
    EXPECT_FALSE(is_better(Traced(30.0, edge / 2).whole, Traced(30.0, edge / 2).half, ordinary));
    const Image same = noisy(120.0, 0.0, 0, 1);
    EXPECT_FALSE(is_better(Traced(3.0, edge).whole, Traced(3.0, edge).half, same)) << "what is there is right";
    EXPECT_TRUE(is_better(same, same, same)) << "none has noise";
}

TEST(TracedQuality, IsQuietOnceNoTileShowsNoise) {
    EXPECT_TRUE(is_quiet(Traced(0.5, edge).whole, Traced(0.5, edge).half));
    EXPECT_FALSE(is_quiet(Traced(3.0, 16).whole, Traced(3.0, 16).half)) << "one column of tiles is enough";
}

} // namespace voxmarch
