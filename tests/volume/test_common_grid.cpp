// The grid of several volumes, and where each lies on it.
#include "volume/common_grid.h"

#include "base/error.h"

#include <glm/gtc/matrix_transform.hpp>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

VolumeHeader header_of(std::array<int, 3> dims, double spacing, glm::dvec3 origin,
                       LengthUnit unit = LengthUnit::millimeter) {
    VolumeHeader header;
    header.grid.dims = dims;
    header.grid.spacing = glm::dvec3(spacing);
    header.grid.origin = origin;
    header.grid.unit = unit;
    header.name = "volume";
    return header;
}

/// Where voxel `own` of volume i lies on the grid.
glm::dvec3 on_grid(const CommonGrid &common, std::size_t i, glm::dvec3 own) {
    return {glm::inverse(common.places[i].own_from_grid) * glm::dvec4(own, 1.0)};
}

void expect_near(const glm::dvec3 &a, const glm::dvec3 &b) {
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(a[i], b[i], 1e-9) << i;
    }
}

TEST(CommonGrid, is_that_of_the_finest_as_far_as_all_reach) {
    const VolumeHeader coarse = header_of({10, 10, 10}, 2.0, {0, 0, 0}), fine = header_of({8, 8, 8}, 0.5, {3, 4, 5});
    std::vector<Note> notes;
    const CommonGrid common = common_grid(std::vector<VolumeToPlace>{{coarse}, {fine}}, {}, notes);
    EXPECT_TRUE(notes.empty());
    EXPECT_EQ(common.grid.dims, (std::array{37, 37, 37})); // 18 mm in halves
    expect_near(common.grid.spacing, glm::dvec3(0.5));
    expect_near(common.grid.origin, glm::dvec3(0.0));
    expect_near(on_grid(common, 0, {1, 2, 3}), {4, 8, 12});
    expect_near(on_grid(common, 1, {0, 0, 0}), {6, 8, 10});
    EXPECT_EQ(common.places[1].own_from_grid[0], glm::dvec4(1, 0, 0, 0)) << "moved by whole voxels, exactly";
}

TEST(CommonGrid, volumes_of_one_grid_are_left_alone) {
    VolumeHeader a = header_of({7, 8, 9}, 1.25, {10, 20, 30}), b = a;
    b.grid.origin += 1e-7; // rounding of another writer
    std::vector<Note> notes;
    const CommonGrid common = common_grid(std::vector<VolumeToPlace>{{a}, {b}}, {}, notes);
    EXPECT_EQ(common.grid.dims, a.grid.dims);
    EXPECT_EQ(common.grid.origin, a.grid.origin);
    EXPECT_TRUE(common.places[0].is_own(a.grid.dims, common.grid.dims));
    EXPECT_TRUE(common.places[1].is_own(b.grid.dims, common.grid.dims));
}

TEST(CommonGrid, lengths_are_converted) {
    const VolumeHeader in_mm = header_of({11, 11, 11}, 1.0, {0, 0, 0});
    const VolumeHeader in_um = header_of({5, 5, 5}, 2000.0, {1000, 2000, 3000}, LengthUnit::micrometer);
    std::vector<Note> notes;
    const CommonGrid common = common_grid(std::vector<VolumeToPlace>{{in_mm}, {in_um}}, {}, notes);
    EXPECT_TRUE(notes.empty());
    EXPECT_EQ(common.grid.dims, (std::array{11, 11, 12}));
    expect_near(on_grid(common, 1, {0, 0, 0}), {1, 2, 3});
    expect_near(on_grid(common, 1, {1, 1, 1}), {3, 4, 5});

    VolumeHeader unknown = in_um;
    unknown.grid.unit = LengthUnit::unknown;
    (void)common_grid(std::vector<VolumeToPlace>{{in_mm}, {unknown}}, {}, notes);
    ASSERT_EQ(notes.size(), 3u); // and it lies far away now, too far for one grid
    EXPECT_NE(notes[0].text.find("states no unit"), std::string::npos) << notes[0].text;
    EXPECT_NE(notes[1].text.find("does not overlap"), std::string::npos) << notes[1].text;
}

TEST(CommonGrid, places_move_points_of_a_volume) {
    const VolumeHeader a = header_of({21, 21, 21}, 1.0, {-10, -10, -10}), b = header_of({5, 5, 5}, 2.0, {0, 0, 0});
    const glm::dmat4 moved = glm::translate(glm::dmat4(1.0), glm::dvec3(1, 2, 3)) *
                             glm::rotate(glm::dmat4(1.0), glm::radians(90.0), glm::dvec3(0, 0, 1));
    std::vector<Note> notes;
    const CommonGrid common = common_grid(std::vector<VolumeToPlace>{{a}, {b, moved}}, {}, notes);
    EXPECT_TRUE(notes.empty());
    expect_near(on_grid(common, 1, {0, 0, 0}), {11, 12, 13});
    expect_near(on_grid(common, 1, {1, 0, 0}), {11, 14, 13}); // x is turned to y
    EXPECT_THROW((void)common_grid(std::vector<VolumeToPlace>{{a}, {b, glm::dmat4(0.0)}}, {}, notes), UsageError);
}

TEST(CommonGrid, an_oblique_finest_volume_is_placed_too) {
    const VolumeHeader a = header_of({9, 9, 9}, 1.0, {0, 0, 0}), b = header_of({5, 5, 5}, 2.0, {0, 0, 0});
    glm::dmat4 shear(1.0);
    shear[1][0] = 0.5; // y leans towards x
    std::vector<Note> notes;
    const CommonGrid common = common_grid(std::vector<VolumeToPlace>{{a, shear}, {b}}, {}, notes);
    expect_near(glm::dvec3(glm::transpose(common.grid.direction) * common.grid.direction * glm::dvec3(1, 1, 1)),
                glm::dvec3(1.0));
    const glm::dvec3 world(common.grid.world_from_voxel() * glm::dvec4(on_grid(common, 0, {2, 4, 6}), 1.0));
    expect_near(world, {4, 4, 6});
}

TEST(CommonGrid, what_does_not_say_where_it_lies_is_told_of) {
    const VolumeHeader a = header_of({4, 4, 4}, 1.0, {5, 5, 5});
    VolumeHeader same = header_of({4, 4, 4}, 3.0, {0, 0, 0}), other = header_of({8, 8, 8}, 2.0, {0, 0, 0});
    same.placement = Placement::none;
    other.placement = Placement::spacing;
    std::vector<Note> notes;
    const CommonGrid common = common_grid(std::vector<VolumeToPlace>{{a}, {same}, {other}}, {}, notes);
    ASSERT_EQ(notes.size(), 2u);
    EXPECT_NE(notes[0].text.find("lies on them"), std::string::npos);
    EXPECT_NE(notes[1].text.find("origin"), std::string::npos);
    expect_near(on_grid(common, 1, {1, 1, 1}), on_grid(common, 0, {1, 1, 1}));
}

TEST(CommonGrid, reaches_no_farther_than_it_may) {
    const VolumeHeader fine = header_of({128, 128, 128}, 1.0, {0, 0, 0}),
                       huge = header_of({99, 99, 99}, 100.0, {-5e3, -5e3, -5e3});
    std::vector<Note> notes;
    const CommonGrid common = common_grid(std::vector<VolumeToPlace>{{fine}, {huge}}, {}, notes);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].text.find("cut off"), std::string::npos);
    EXPECT_LE(common.grid.voxel_count(), std::uint64_t{1} << 26);
    EXPECT_GT(common.grid.voxel_count(), std::uint64_t{60} << 20) << "as far as it may";
    notes.clear();
    const CommonGrid own = common_grid(std::vector<VolumeToPlace>{{fine}, {huge}}, {.extended = false}, notes);
    EXPECT_EQ(own.grid.dims, fine.grid.dims);
    EXPECT_EQ(notes.size(), 1u);
}

} // namespace
} // namespace voxmarch
