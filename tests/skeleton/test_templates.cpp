// The compiled templates against the rules that thinning must obey, over all neighbourhoods.
#include "skeleton/templates.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <tuple>
#include <vector>

namespace voxmarch {
namespace {

using Masks = std::tuple<Neighbourhood, Neighbourhood, Neighbourhood, Neighbourhood, bool, Neighbourhood, bool>;

/// The templates of a pair in an order that does not depend on their numbers or on which pair is called a.
std::vector<Masks> sorted(const std::array<Template, 14> &templates) {
    std::vector<Masks> result;
    for (const Template &t : templates) {
        const bool swap = t.a.mask < t.b.mask;
        const TemplatePair &a = swap ? t.b : t.a, &b = swap ? t.a : t.b;
        result.emplace_back(t.ones, t.zeros, t.any, a.mask, a.mask && a.exactly_one, b.mask, b.mask && b.exactly_one);
    }
    std::sort(result.begin(), result.end());
    return result;
}

constexpr int middle = 13;

TEST(Templates, us_is_the_table_as_drawn) {
    const auto &us = all_templates[0];
    EXPECT_EQ(us[0].ones, Neighbourhood{1} << 4 | Neighbourhood{1} << middle); // below and itself
    EXPECT_EQ(us[0].zeros, Neighbourhood{0777} << 18);                         // all above
    EXPECT_EQ(us[6].ones, Neighbourhood{1} << 4 | Neighbourhood{3} << 13 | Neighbourhood{1} << 16);
    EXPECT_EQ(us[6].a.mask, Neighbourhood{1} << 9 | Neighbourhood{1} << 21);
}

TEST(Templates, are_their_own_mirror_image_so_that_the_order_of_directions_and_the_third_axis_do_not_matter) {
    for (const DirectionPair &pair : direction_pairs) {
        EXPECT_EQ(sorted(templates_for(pair)), sorted(templates_for({"", pair.second, pair.first}))) << pair.name;
    }
}

TEST(Templates, twelve_different_pairs) {
    for (std::size_t i = 0; i < 12; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_NE(sorted(all_templates[i]), sorted(all_templates[j]));
        }
    }
}

TEST(Templates, ask_for_an_object_voxel_with_background_in_one_of_the_directions) {
    for (std::size_t i = 0; i < 12; ++i) {
        const auto bit = [](const Direction &d) { return Neighbourhood{1} << (13 + d[0] + 3 * d[1] + 9 * d[2]); };
        for (const Template &t : all_templates[i]) {
            EXPECT_TRUE(t.ones >> middle & 1);
            EXPECT_TRUE(t.zeros & (bit(direction_pairs[i].first) | bit(direction_pairs[i].second)));
        }
    }
}

TEST(Templates, keep_ends_of_curves_and_single_voxels) {
    for (std::size_t i = 0; i < 12; ++i) {
        EXPECT_FALSE(is_deletable(Neighbourhood{1} << middle, i));
        for (int other = 0; other < 27; ++other) {
            EXPECT_FALSE(is_deletable(Neighbourhood{1} << middle | Neighbourhood{1} << other, i)) << other;
        }
    }
}

} // namespace
} // namespace voxmarch
