// Slices on sheets: square pixels around the middle, cells side by side, and stacks that lie where the voxels are.
#include "scene/slice_sheet.h"

#include "base/error.h"
#include "volumes.h"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <gtest/gtest.h>

namespace voxmarch {

namespace {

glm::dvec3 world_of(const Grid &grid, const glm::dvec3 &voxel) {
    return glm::dvec3(grid.world_from_voxel() * glm::dvec4(voxel, 1.0));
}

/// Voxels of 1 x 2 x 3, oblique in the world, with the values x + 2 y + 3 z.
SceneContent tilted() {
    VolumeHeader header;
    header.grid.dims = {12, 10, 8};
    header.grid.spacing = {1.0, 2.0, 3.0};
    header.grid.origin = {5.0, -4.0, 9.0};
    header.grid.direction = glm::dmat3(glm::rotate(glm::dmat4(1.0), 0.4, glm::dvec3(0.3, 0.8, 0.5)));
    header.type = ScalarType::u8;
    return SceneContent{volume_of(header, [](int x, int y, int z) { return x + 2.0 * y + 3.0 * z; })};
}

double value_in(const glm::dvec3 &voxel) { return voxel.x + 2.0 * voxel.y + 3.0 * voxel.z; }

TEST(SliceSheet, fitted_slices_have_square_pixels_around_their_middle) {
    const SceneContent content = tilted();
    for (int normal = 0; normal < 3; ++normal) {
        const SliceFrame slice = slice_frame(content.grid(), normal, {5.0, 4.0, 3.0});
        for (const glm::ivec2 size : {glm::ivec2(64, 64), glm::ivec2(100, 30), glm::ivec2(7, 90)}) {
            const SliceFrame fitted = fitted_frame(slice, size);
            EXPECT_NEAR(fitted.pixel.x, fitted.pixel.y, 1e-12);
            const auto length = [&](const glm::dvec3 &step) {
                return glm::length(content.grid().direction * (step * content.grid().spacing));
            };
            EXPECT_NEAR(length(fitted.right), fitted.pixel.x, 1e-12);
            EXPECT_NEAR(length(fitted.down), fitted.pixel.x, 1e-12);
            const glm::dvec3 middle = slice.voxel((slice.width - 1) / 2.0, (slice.height - 1) / 2.0);
            EXPECT_LT(glm::distance(fitted.voxel((size.x - 1) / 2.0, (size.y - 1) / 2.0), middle), 1e-9);
            // The corners of its pixels are those of the slice along one edge, and none is cut off.
            const glm::dvec2 whole = glm::dvec2(slice.width, slice.height) * slice.pixel;
            const glm::dvec2 shown = glm::dvec2(size) * fitted.pixel;
            EXPECT_NEAR(std::min(shown.x - whole.x, shown.y - whole.y), 0.0, 1e-9);
        }
        const glm::ivec2 filled = filled_size(slice, 500);
        EXPECT_EQ(std::max(filled.x, filled.y), 500);
        EXPECT_NEAR(double(filled.x) / filled.y, slice.width * slice.pixel.x / (slice.height * slice.pixel.y), 0.02);
    }
}

TEST(SliceSheet, cells_show_one_slice_each) {
    const SceneContent content = tilted();
    SliceSheet sheet;
    sheet.columns = 3;
    sheet.rows = 2;
    sheet.cell = {24, 40};
    for (const double z : {0.0, 2.0, 4.0, 6.0}) {
        sheet.slices.push_back({2, glm::dmat3(1.0), {0.0, 0.0, z}});
    }
    const auto window = [](std::size_t) { return ValueRange{0.0, 51.0}; };
    for (const bool nearest : {true, false}) {
        sheet.nearest = nearest;
        int told = 0;
        const Image picture = draw_sheet(Scene(), content, sheet, window, [&](double) { ++told; });
        EXPECT_EQ(told, 4);
        ASSERT_EQ(picture.width, 72);
        ASSERT_EQ(picture.height, 80);
        for (std::size_t i = 0; i < 4; ++i) {
            const SliceFrame cell = fitted_frame(frames_of(content.grid(), sheet)[i], sheet.cell);
            const glm::dvec3 voxel = cell.voxel(13, 17);
            const glm::dvec3 shown = nearest ? glm::floor(voxel + 0.5) : voxel;
            const int x = int(i % 3) * 24 + 13, y = int(i / 3) * 40 + 17;
            EXPECT_NEAR(picture.pixel(x, y)[0], value_in(shown) * 5.0, 1.01) << i;
        }

        EXPECT_EQ(int(picture.pixel(60, 60)[0]), 0) << "no slice there";
    }
}

TEST(SliceSheet, stacks_lie_in_the_world_where_the_voxels_are) {
    const SceneContent content = tilted();
    const Grid &grid = content.grid();
    SliceSheet sheet;
    for (const double y : {7.0, 5.0, 3.0}) {
        sheet.slices.push_back({1, glm::dmat3(1.0), {0.0, y, 0.0}});
    }
    const Volume stack = slice_volume(Scene(), content, sheet, 0);
    EXPECT_EQ(stack.type(), ScalarType::u8);
    EXPECT_EQ(stack.grid().dims[2], 3);
    EXPECT_NEAR(stack.grid().spacing.z, 4.0, 1e-12);
    for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < stack.grid().dims[1]; ++j) {
            for (int i = 0; i < stack.grid().dims[0]; ++i) {
                const glm::dvec3 world = world_of(stack.grid(), {i, j, k});
                const glm::dvec3 voxel(glm::inverse(grid.world_from_voxel()) * glm::dvec4(world, 1.0));
                EXPECT_LT(glm::distance(voxel, glm::round(voxel)), 1e-9);
                EXPECT_EQ(stack.value(i, j, k), value_in(glm::round(voxel)));
            }
        }
    }
    sheet.slices[2].center.y = 2.0;
    EXPECT_THROW(slice_volume(Scene(), content, sheet, 0), UsageError);
}

TEST(SliceSheet, oblique_slices_hold_values_between_voxels) {
    const SceneContent content = tilted();
    SliceSheet sheet;
    sheet.slices.push_back(
        {2, glm::dmat3(glm::rotate(glm::dmat4(1.0), 0.5, glm::dvec3(0.0, 1.0, 0.3))), {5.5, 4.5, 3.5}});
    const Volume slice = slice_volume(Scene(), content, sheet, 0);
    EXPECT_EQ(slice.type(), ScalarType::f32);
    int inside = 0;
    for (int j = 0; j < slice.grid().dims[1]; ++j) {
        for (int i = 0; i < slice.grid().dims[0]; ++i) {
            const glm::dvec3 world = world_of(slice.grid(), {i, j, 0});
            const glm::dvec3 voxel(glm::inverse(content.grid().world_from_voxel()) * glm::dvec4(world, 1.0));
            if (glm::all(glm::greaterThan(voxel, glm::dvec3(0.0))) &&
                glm::all(glm::lessThan(voxel, content.grid().dims_d() - 1.0))) {
                EXPECT_NEAR(slice.value(i, j, 0), value_in(voxel), 1e-4);
                ++inside;
            }
        }
    }
    EXPECT_GT(inside, 60);
}

TEST(SliceSheet, titles_and_letters_tell_where_slices_are) {
    SceneContent content = tilted();
    EXPECT_EQ(sides_of(content.grid(), {0.0, -1.0, 0.0}), "-y");
    EXPECT_EQ(sides_of(content.grid(), glm::normalize(glm::dvec3(0.9, -0.5, 0.1))), "x -y");
    Grid patient;
    patient.dims = {12, 10, 8};
    patient.spacing = {1.0, 1.0, 2.5};
    patient.origin = {0.0, 0.0, -10.0};
    patient.anatomical = true;
    patient.unit = LengthUnit::millimeter;
    EXPECT_EQ(sides_of(patient, {0.0, 0.0, -1.0}), "I");
    EXPECT_EQ(slice_title(patient, {2, glm::dmat3(1.0), {0.0, 0.0, 1.0}}), "axial  I 7.5 mm  slice 1 (0 .. 7)");
    const SheetSlice turned{
        2, glm::dmat3(glm::rotate(glm::dmat4(1.0), glm::radians(20.0), glm::dvec3(1.0, 0.0, 0.0))), {0.0, 0.0, 4.0}};
    EXPECT_EQ(slice_title(patient, turned), "axial  S 0.0 mm, turned by 20\u00b0");
}

} // namespace

} // namespace voxmarch
