// Parts cover the picture, each pixel once; costs that are told move the cuts to where closed forms say.
#include "scene/picture_cost.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

void expect_cover(const std::vector<Tile> &parts, int width, int height) {
    std::vector<int> covered(std::size_t(width) * std::size_t(height));
    for (const Tile &part : parts) {
        ASSERT_TRUE(part.width > 0 && part.height > 0);
        ASSERT_TRUE(part.x >= 0 && part.y >= 0 && part.x + part.width <= width && part.y + part.height <= height);
        for (int y = part.y; y < part.y + part.height; ++y) {
            for (int x = part.x; x < part.x + part.width; ++x) {
                ++covered[std::size_t(y) * std::size_t(width) + std::size_t(x)];
            }
        }
    }
    for (const int times : covered) {
        ASSERT_EQ(times, 1);
    }
}

/// Milliseconds of each part, by a formula for the cost of a pixel.
std::vector<double> times_of(const std::vector<Tile> &parts, const std::function<double(int, int)> &cost) {
    std::vector<double> ms;
    for (const Tile &part : parts) {
        double sum = 0.0;
        for (int y = part.y; y < part.y + part.height; ++y) {
            for (int x = part.x; x < part.x + part.width; ++x) {
                sum += cost(x, y);
            }
        }
        ms.push_back(sum);
    }
    return ms;
}

TEST(PictureCost, parts_cover_pictures_of_any_size) {
    const std::pair<int, int> sizes[] = {{1, 1}, {1, 7}, {7, 1}, {61, 45}, {1000, 3}, {1920, 1080}, {2049, 777}};
    for (const auto &[width, height] : sizes) {
        PictureCost cost(width, height);
        for (const std::size_t count : {1u, 2u, 3u, 4u, 7u, 64u}) {
            const std::vector<Tile> parts = cost.cut(count);
            SCOPED_TRACE(std::to_string(width) + "x" + std::to_string(height) + " in " + std::to_string(count));
            expect_cover(parts, width, height);
            EXPECT_EQ(parts.size(), std::min(count, std::size_t(width) * std::size_t(height)));
            std::vector<double> ms;
            for (std::size_t i = 0; i < parts.size(); ++i) {
                ms.push_back(i % 3 == 0 ? 0.0 : double(i)); // parts without cost, too
            }
            cost.measured(parts, ms);
        }
    }
}

TEST(PictureCost, equal_costs_give_equal_areas) {
    for (const std::size_t count : {2u, 3u, 4u, 16u}) {
        for (const Tile &part : PictureCost(960, 960).cut(count)) {
            EXPECT_NEAR(part.width * part.height, 960.0 * 960.0 / double(count), 0.02 * 960 * 960 / double(count));
        }
    }
}

TEST(PictureCost, cuts_move_to_where_the_time_goes) {
    PictureCost cost(256, 128);
    const std::vector<Tile> halves = cost.cut(2);
    EXPECT_EQ(halves, (std::vector<Tile>{{0, 0, 128, 128}, {128, 0, 128, 128}}));
    const double ms[] = {3.0, 1.0};
    cost.measured(halves, ms);
    EXPECT_EQ(cost.cut(2).front(), (Tile{0, 0, 85, 128})) << "two of three thirds of the left half";
}

/// A bright blob in a corner, sixteen parts a device first, then one each: the shares come out even.
TEST(PictureCost, learns_an_uneven_picture_from_the_times_of_parts) {
    const auto blob = [](int x, int y) {
        return 0.02 + std::exp(-0.0002 * ((x - 200) * (x - 200) + (y - 90) * (y - 90)));
    };
    for (const std::size_t devices : {2u, 4u, 8u}) {
        PictureCost cost(640, 480);
        const std::vector<Tile> equal = cost.cut(devices);
        EXPECT_LT(balance_of(times_of(equal, blob)), 0.6);
        const std::vector<Tile> many = cost.cut(16 * devices);
        cost.measured(many, times_of(many, blob));
        std::vector<double> balances;
        for (int picture = 0; picture < 6; ++picture) {
            const std::vector<Tile> parts = cost.cut(devices);
            const std::vector<double> ms = times_of(parts, blob);
            balances.push_back(balance_of(ms));
            cost.measured(parts, ms);
        }
        EXPECT_GT(balances.front(), 0.8) << devices;
        EXPECT_GT(balances.back(), 0.94) << devices;
    }
}

TEST(PictureCost, balance_is_the_mean_over_the_longest) {
    EXPECT_EQ(balance_of(std::vector<double>{2.0, 2.0}), 1.0);
    EXPECT_EQ(balance_of(std::vector<double>{4.0, 0.0}), 0.5);
    EXPECT_EQ(balance_of(std::vector<double>{1.0, 2.0, 3.0, 4.0}), 0.625);
    EXPECT_EQ(balance_of(std::vector<double>{0.0, 0.0}), 1.0);
    EXPECT_EQ(balance_of({}), 1.0);
}

} // namespace
} // namespace voxmarch
