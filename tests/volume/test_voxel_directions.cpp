// Tests of voxel_directions.h, and of volumes that are read otherwise than their file says.
#include "volume/voxel_directions.h"

#include "base/error.h"
#include "volume/formats/read.h"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

TEST(VoxelDirections, letters_are_sides_of_the_patient) {
    const auto lps = parse_directions("LPS");
    ASSERT_TRUE(lps);
    EXPECT_TRUE(lps->anatomical);
    EXPECT_EQ(lps->direction, glm::dmat3(1.0));
    const auto sar = parse_directions("sar");
    ASSERT_TRUE(sar);
    EXPECT_EQ(sar->direction[0], glm::dvec3(0, 0, 1));
    EXPECT_EQ(sar->direction[1], glm::dvec3(0, -1, 0));
    EXPECT_EQ(sar->direction[2], glm::dvec3(-1, 0, 0));
}

TEST(VoxelDirections, axes_have_signs_and_no_patient) {
    const auto flipped = parse_directions("x, -y,z");
    ASSERT_TRUE(flipped);
    EXPECT_FALSE(flipped->anatomical);
    EXPECT_EQ(flipped->direction[1], glm::dvec3(0, -1, 0));
    const auto none = parse_directions("none");
    ASSERT_TRUE(none);
    EXPECT_FALSE(none->anatomical);
    EXPECT_EQ(none->direction, glm::dmat3(1.0));
}

TEST(VoxelDirections, nonsense_is_none) {
    for (const char *text : {"", "LR", "LRS", "LPSA", "LPX", "x,y", "x,x,z", "x,y,w", "--x,y,z", "x,y,z,x"}) {
        EXPECT_FALSE(parse_directions(text)) << text;
    }
}

TEST(VoxelDirections, text_reads_back) {
    for (const char *text : {"LPS", "RAS", "SAR", "none", "x,-y,z", "-z,y,x"}) {
        EXPECT_EQ(to_text(*parse_directions(text)), text);
    }
}

TEST(VoxelDirections, oblique_axes_have_a_letter_each) {
    for (int i = 0; i < 400; ++i) { // turned about anything
        const glm::dvec3 axis(std::sin(1.0 + i), std::cos(2.0 * i), std::sin(3.0 * i + 0.5));
        const glm::dmat3 turned(glm::rotate(glm::dmat4(1.0), 0.1 * i, glm::normalize(axis)));
        const VoxelDirections directions{turned, true};
        const auto read = parse_directions(to_text(directions));
        ASSERT_TRUE(read) << to_text(directions);
        EXPECT_EQ(to_text(*read), to_text(directions));
    }
    // Two of these are nearest to x; the one that is nearer has it.
    const glm::dmat3 leaning(glm::dvec3(0.8, 0.6, 0.0), glm::dvec3(-0.6, 0.48, 0.64), glm::dvec3(0.384, -0.512, 0.768));
    EXPECT_EQ(to_text({leaning, true}), "LPS");
}

TEST(VoxelDirections, options_replace_what_the_file_says_and_it_is_known_still) {
    ReadOptions options;
    options.orientation = "RAS";
    options.spacing = glm::dvec3(1, 2, 3);
    options.spacing_unit = LengthUnit::micrometer;
    const VolumeHeader header = read_volume_header("synthetic:sphere:8", options);
    EXPECT_TRUE(header.grid.anatomical);
    EXPECT_EQ(header.grid.direction[0], glm::dvec3(-1, 0, 0));
    EXPECT_EQ(header.grid.spacing, glm::dvec3(1, 2, 3));
    ASSERT_TRUE(header.stated);
    VolumeHeader again = header;
    place_voxels(again, {});
    EXPECT_FALSE(again.grid.anatomical);
    EXPECT_EQ(again.grid.spacing, glm::dvec3(1.0));
    EXPECT_FALSE(again.stated);
    options.orientation = "LLS";
    EXPECT_THROW(read_volume_header("synthetic:sphere:8", options), UsageError);
}

} // namespace
} // namespace voxmarch
