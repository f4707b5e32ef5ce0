// Bounds of a table's change over ranges, against a look at every entry.
#include "transfer/steepness.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace voxmarch {
namespace {

TEST(Steepness, two_of_a_level_tell_of_every_range) {
    std::mt19937 random(3);
    for (const std::size_t count : {2u, 7u, 8u, 50u}) {
        TransferTable table{{0.0, 1.0}, {}};
        for (std::size_t i = 0; i < count; ++i) {
            table.entries.emplace_back(static_cast<float>(random() % 1000) / 1000.0f);
        }
        const std::vector<Steepness> levels = steepness_levels(table);
        for (std::size_t first = 0; first < count; ++first) {
            for (std::size_t last = first; last < count; ++last) {
                const std::size_t level = std::bit_width(last - first + 1) - 1;
                const Steepness a = levels.at(level * count + first);
                const Steepness b = levels.at(level * count + last + 1 - (std::size_t{1} << level));
                Steepness expected{0.0f, 0.0f};
                for (std::size_t i = first; i <= last; ++i) {
                    expected[0] = std::max(expected[0], levels[i][0]);
                    expected[1] = std::max(expected[1], levels[i][1]);
                }
                EXPECT_EQ(std::max(a[0], b[0]), expected[0]) << count << ": " << first << " .. " << last;
                EXPECT_EQ(std::max(a[1], b[1]), expected[1]) << count << ": " << first << " .. " << last;
            }
        }
    }
}

TEST(Steepness, bounds_opacity_and_opacity_times_colour_between_entries) {
    const glm::vec4 first{0.9f, 0.1f, 0.5f, 0.2f}, second{0.3f, 0.8f, 0.5f, 0.6f};
    const Steepness bound = steepness_levels({{0.0, 1.0}, {first, second}})[0];
    EXPECT_FLOAT_EQ(bound[1], 0.6f);
    constexpr int parts = 1000;
    double steepest = 0.0;
    for (int i = 0; i < parts; ++i) {
        const glm::dvec4 a = glm::mix(glm::dvec4(first), glm::dvec4(second), i / double(parts));
        const glm::dvec4 b = glm::mix(glm::dvec4(first), glm::dvec4(second), (i + 1) / double(parts));
        const glm::dvec3 weighted = glm::abs(glm::dvec3(b) * b.w - glm::dvec3(a) * a.w);
        steepest = std::max({steepest, std::abs(b.w - a.w), weighted.x, weighted.y, weighted.z});
    }
    EXPECT_GE(bound[0], steepest * parts);
    EXPECT_LE(bound[0], 1.5 * steepest * parts);
}

} // namespace
} // namespace voxmarch
