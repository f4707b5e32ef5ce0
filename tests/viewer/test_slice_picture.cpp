// Slices of several volumes: the first one in grey, the others laid over it in the colours of their functions.
#include "app/viewer/view/slice_picture.h"
#include "volumes.h"

#include <gtest/gtest.h>

namespace voxmarch {

namespace {

/// Eight voxels of 100 along x, and over the last four of them a volume of half as many.
SceneContent ground_and_overlay(ScalarType type, bool labels) {
    VolumeHeader header;
    header.grid.dims = {8, 1, 1};
    header.type = ScalarType::u8;
    SceneContent content{volume_of(header, [](int, int, int) { return 100.0; })};
    header.grid.dims = {2, 1, 1};
    header.grid.spacing.x = 2.0;
    header.type = type;
    content.other_channels.push_back(volume_of(header, [](int x, int, int) { return x == 0 ? 0.0 : 4.0; }));
    CommonGrid common{content.volume.grid(), {{}, {}}};
    // Its voxel k covers those of the grid from 4 + 2 k on.
    common.places[1].own_from_grid = glm::dmat4(1.0);
    common.places[1].own_from_grid[0][0] = 0.5;
    common.places[1].own_from_grid[3][0] = -2.25;
    common.places[1].nearest = labels;
    content.common = common;
    return content;
}

/// Red that grows more opaque up to 4.
TransferFunction growing_red() {
    return {.domain = TransferDomain::value, .colors = {{0.0, {1.0, 0.0, 0.0}}}, .opacities = {{0.0, 0.0}, {4.0, 0.1}}};
}

std::array<int, 3> pixel(const Image &image, int x) {
    const std::uint8_t *at = image.rgba.data() + std::ptrdiff_t(x) * 4;
    return {at[0], at[1], at[2]};
}

std::vector<SliceChannel> grey_and_red(double overlay) {
    return {{0, {0.0, 200.0}, glm::dvec3(1.0)}, {1, {}, {}, {}, growing_red(), overlay}};
}

TEST(SlicePicture, OverlaysHaveTheColoursOfTheirFunctions) {
    for (const ScalarType type : {ScalarType::u8, ScalarType::f32}) {
        const SceneContent content = ground_and_overlay(type, false);
        const Image image = slice_image(content, axes_of_slice(content.grid(), 2), 0, grey_and_red(0.5));
        ASSERT_EQ(image.width, 8);
        EXPECT_EQ(pixel(image, 3), (std::array{127, 127, 127})) << "beside its box";
        EXPECT_EQ(pixel(image, 4), (std::array{127, 127, 127})) << "where it is 0";
        // Between its voxels, a quarter and three quarters of the way; half of that is laid over.
        EXPECT_EQ(pixel(image, 5), (std::array{143, 111, 111}));
        EXPECT_EQ(pixel(image, 6), (std::array{175, 79, 79}));
        EXPECT_EQ(pixel(image, 7), (std::array{191, 63, 63})) << "where it is most opaque";
    }
}

TEST(SlicePicture, LabelsAreNotInterpolated) {
    const SceneContent content = ground_and_overlay(ScalarType::u8, true);
    const Image image = slice_image(content, axes_of_slice(content.grid(), 2), 0, grey_and_red(1.0));
    EXPECT_EQ(pixel(image, 5), (std::array{127, 127, 127}));
    EXPECT_EQ(pixel(image, 6), (std::array{255, 0, 0}));
}

TEST(SlicePicture, PatientsAreSeenFromTheFrontAndTheFeet) {
    Grid grid;
    grid.anatomical = true; // LPS
    const SliceAxes axial = axes_of_slice(grid, 2), coronal = axes_of_slice(grid, 1), sagittal = axes_of_slice(grid, 0);
    EXPECT_STREQ(axial.name, "axial");
    EXPECT_TRUE(axial.right == 0 && axial.down == 1 && !axial.flip_right && !axial.flip_down); // left right, back below
    EXPECT_STREQ(coronal.name, "coronal");
    EXPECT_TRUE(coronal.right == 0 && coronal.down == 2 && !coronal.flip_right && coronal.flip_down); // head above
    EXPECT_STREQ(sagittal.name, "sagittal");
    EXPECT_TRUE(sagittal.right == 1 && sagittal.down == 2 && !sagittal.flip_right && sagittal.flip_down);
}

} // namespace

} // namespace voxmarch
