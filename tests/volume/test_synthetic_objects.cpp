// The objects in noisy air: air below the threshold, emptiness, and parts where they belong.
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace voxmarch {
namespace {

constexpr int threshold = 35;

double occupied_share(const Volume &volume) {
    const auto voxels = volume.voxels<std::uint8_t>();
    const auto count = std::count_if(voxels.begin(), voxels.end(), [](int v) { return v >= threshold; });
    return static_cast<double>(count) / static_cast<double>(voxels.size());
}

/// Largest value on the line of voxels along y through box coordinates (x, z), from low to high.
double largest_in_column(const Volume &volume, double x, double z, double low, double high) {
    const int last = volume.grid().dims[0] - 1;
    const auto voxel = [&](double v) { return static_cast<int>(std::lround(v * last)); };
    double largest = 0.0;
    for (int y = voxel(low); y <= voxel(high); ++y) {
        largest = std::max(largest, volume.value(voxel(x), y, voxel(z)));
    }
    return largest;
}

class SyntheticObject : public testing::TestWithParam<const char *> {};
INSTANTIATE_TEST_SUITE_P(All, SyntheticObject, testing::Values("tree", "teddy", "piggy", "vessels"),
                         [](const auto &test) { return std::string(test.param); });

TEST_P(SyntheticObject, AirAroundTheObjectStaysBelowTheThreshold) {
    const int n = 96;
    const Volume volume = synthesize(GetParam(), n);
    double sum = 0.0;
    double squares = 0.0;
    int count = 0;
    // The outermost voxels, but for the bottom, belong to air in all of them.
    for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) {
            for (const double v : {volume.value(0, i, j), volume.value(n - 1, i, j), volume.value(i, j, 0),
                                   volume.value(i, j, n - 1), volume.value(i, n - 1, j)}) {
                ASSERT_LT(v, threshold);
                sum += v;
                squares += v * v;
                ++count;
            }
        }
    }
    const double mean = sum / count;
    EXPECT_NEAR(mean, 13.0, 0.3);
    EXPECT_NEAR(std::sqrt(squares / count - mean * mean), 4.8, 0.3);
}

TEST_P(SyntheticObject, NoiseOfNeighboursIsUncorrelated) {
    const int n = 64;
    const Volume volume = synthesize(GetParam(), n);
    // The slice z = 0 is air. Correlation along x and y, and with the next slice.
    double along_x = 0.0;
    double along_y = 0.0;
    double along_z = 0.0;
    double variance = 0.0;
    for (int y = 0; y + 1 < n; ++y) {
        for (int x = 0; x + 1 < n; ++x) {
            const double v = volume.value(x, y, 0) - 13.0;
            variance += v * v;
            along_x += v * (volume.value(x + 1, y, 0) - 13.0);
            along_y += v * (volume.value(x, y + 1, 0) - 13.0);
            along_z += v * (volume.value(x, y, 1) - 13.0);
        }
    }
    EXPECT_LT(std::abs(along_x / variance), 0.06);
    EXPECT_LT(std::abs(along_y / variance), 0.06);
    EXPECT_LT(std::abs(along_z / variance), 0.06);
}

TEST_P(SyntheticObject, HasNoSeamsBetweenBricks) {
    // Jumps between neighbours must not be more frequent across brick faces (multiples of 8) than inside bricks.
    const int n = 128;
    const Volume volume = synthesize(GetParam(), n);
    std::array<double, 8> jumps{};
    for (int z = 0; z < n; ++z) {
        for (int y = 0; y < n; ++y) {
            for (int x = 1; x < n; ++x) {
                jumps[static_cast<std::size_t>(x % 8)] +=
                    std::abs(volume.value(x, y, z) - volume.value(x - 1, y, z)) > 45.0 ? 1.0 : 0.0;
            }
        }
    }
    const double inside = std::accumulate(jumps.begin() + 1, jumps.end(), 0.0) / 7.0;
    EXPECT_NEAR(jumps[0] / inside, 1.0, 0.12);
}

TEST_P(SyntheticObject, LooksTheSameAtTwoSizes) {
    // Means over blocks of a quarter of the box agree, so the shapes scale with N.
    const Volume coarse = synthesize(GetParam(), 96);
    const Volume fine = synthesize(GetParam(), 160);
    const auto block_mean = [](const Volume &volume, int bx, int by, int bz) {
        const int edge = volume.grid().dims[0] / 4;
        double sum = 0.0;
        for (int z = bz * edge; z < (bz + 1) * edge; ++z) {
            for (int y = by * edge; y < (by + 1) * edge; ++y) {
                for (int x = bx * edge; x < (bx + 1) * edge; ++x) {
                    sum += volume.value(x, y, z);
                }
            }
        }
        return sum / (edge * edge * edge);
    };
    for (int z = 0; z < 4; ++z) {
        for (int y = 0; y < 4; ++y) {
            for (int x = 0; x < 4; ++x) {
                const double expected = block_mean(fine, x, y, z);
                ASSERT_NEAR(block_mean(coarse, x, y, z), expected, 2.0 + 0.12 * expected) << x << ' ' << y << ' ' << z;
            }
        }
    }
}

TEST(SyntheticTree, IsMostlyEmptyAndThinFeaturesSurviveAtHalfSize) {
    const double fine = occupied_share(synthesize("tree", 256));
    const double coarse = occupied_share(synthesize("tree", 128));
    EXPECT_GT(fine, 0.02);
    EXPECT_LT(fine, 0.12);
    EXPECT_GT(coarse, 0.02);
    EXPECT_LT(coarse, 0.14);
}

TEST(SyntheticTree, HasPotSoilWoodAndLeaves) {
    const Volume tree = synthesize("tree", 128);
    EXPECT_GT(largest_in_column(tree, 0.5, 0.5, 0.03, 0.08), 200.0) << "floor of the pot";
    EXPECT_GT(largest_in_column(tree, 0.885, 0.5, 0.10, 0.20), 200.0) << "wall of the pot";
    const double soil = largest_in_column(tree, 0.75, 0.5, 0.09, 0.15);
    EXPECT_GT(soil, 90.0);
    // Leaves in the crown: many voxels between air and bark, few above.
    int leaf = 0;
    int dense = 0;
    for (int z = 20; z < 108; ++z) {
        for (int y = 108; y < 126; ++y) {
            for (int x = 20; x < 108; ++x) {
                const double v = tree.value(x, y, z);
                leaf += v >= 50.0 && v <= 105.0 ? 1 : 0;
                dense += v > 190.0 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(leaf, 3000);
    EXPECT_EQ(dense, 0);
}

TEST(SyntheticTeddy, IsBulkyWithCavitiesAndHardEyes) {
    const Volume teddy = synthesize("teddy", 128);
    EXPECT_GT(occupied_share(teddy), 0.06);
    // Inside the body, a tenth to a half is cavity.
    int cavity = 0;
    int all = 0;
    for (int z = 52; z < 66; ++z) {
        for (int y = 38; y < 56; ++y) {
            for (int x = 54; x < 74; ++x) {
                cavity += teddy.value(x, y, z) < threshold ? 1 : 0;
                ++all;
            }
        }
    }
    EXPECT_GT(static_cast<double>(cavity) / all, 0.08);
    EXPECT_LT(static_cast<double>(cavity) / all, 0.5);
    EXPECT_GT(largest_in_column(teddy, 0.565, 0.645, 0.72, 0.78), 215.0) << "right eye";
    EXPECT_GT(largest_in_column(teddy, 0.435, 0.645, 0.72, 0.78), 215.0) << "left eye";
}

TEST(SyntheticPiggy, IsAHollowShellWithCoinsAndASlot) {
    const Volume piggy = synthesize("piggy", 128);
    EXPECT_LT(occupied_share(piggy), 0.06);
    EXPECT_LT(largest_in_column(piggy, 0.47, 0.5, 0.50, 0.70), threshold) << "inside is air";
    EXPECT_GT(largest_in_column(piggy, 0.47, 0.40, 0.68, 0.80), 70.0) << "the back beside the slot is closed";
    EXPECT_LT(largest_in_column(piggy, 0.46, 0.5, 0.68, 0.85), 70.0) << "the slot is open";
    double coins = 0.0;
    for (const double x : {0.38, 0.43, 0.47, 0.52, 0.57}) {
        coins = std::max(coins, largest_in_column(piggy, x, 0.5, 0.26, 0.42));
    }
    EXPECT_GT(coins, 200.0) << "money on the floor";
}

} // namespace
} // namespace voxmarch
