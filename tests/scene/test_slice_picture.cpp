// Slices of several volumes: the first one in grey, the others laid over it in the colours of their functions.
#include "scene/slice_contents.h"
#include "scene/slice_picture.h"

#include "volumes.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
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
        const Image image = slice_image(content, slice_frame(content.grid(), 2, {}), grey_and_red(0.5));
        ASSERT_EQ(image.width, 8);
        EXPECT_EQ(pixel(image, 3), (std::array{127, 127, 127})) << "beside its box";
        EXPECT_EQ(pixel(image, 4), (std::array{127, 127, 127})) << "where it is 0";
        // Between its voxels, a quarter and three quarters of the way; half of that is laid over.
        EXPECT_EQ(pixel(image, 5), (std::array{143, 111, 111}));
        EXPECT_EQ(pixel(image, 6), (std::array{175, 79, 79}));
        EXPECT_EQ(pixel(image, 7), (std::array{191, 63, 63})) << "where it is most opaque";
    }
}

TEST(SlicePicture, WhatTheFunctionLeavesClearStaysGreyUnderItsColours) {
    VolumeHeader header;
    header.grid = grid_of_its_own();
    header.grid.dims = {5, 1, 1};
    header.type = ScalarType::u8;
    const SceneContent content{volume_of(header, [](int x, int, int) { return double(x); })};
    SliceChannel channel{0, {0.0, 4.0}};
    channel.colored = growing_red();
    const Image image = slice_image(content, slice_frame(content.grid(), 2, {}), {channel});
    EXPECT_EQ(pixel(image, 0), (std::array{0, 0, 0}));
    EXPECT_EQ(pixel(image, 1), (std::array{159, 31, 31})) << "half of a quarter's grey, half red";
    EXPECT_EQ(pixel(image, 4), (std::array{255, 0, 0})) << "where it is most opaque";
}

TEST(SlicePicture, ASlabTellsWhatItsPixelsShow) {
    VolumeHeader header;
    header.grid.dims = {1, 1, 7};
    header.type = ScalarType::u8;
    const SceneContent content{volume_of(header, [](int, int, int z) { return double(z * z); })};
    const SliceFrame frame = slice_frame(content.grid(), 2, {0.0, 0.0, 3.0});
    const auto told = [&](SliceSlab slab) { return slab_value(content, 0, frame, {0.0, 0.0, 3.0}, slab); };
    EXPECT_EQ(told({}), 9.0);
    EXPECT_EQ(told({3, SliceSlab::Kind::maximum}), 16.0);
    EXPECT_EQ(told({3, SliceSlab::Kind::minimum}), 4.0);
    EXPECT_EQ(told({3, SliceSlab::Kind::mean}), 29.0 / 3.0);
    EXPECT_EQ(told({6, SliceSlab::Kind::minimum}), 1.0) << "from 1 on";
    EXPECT_EQ(told({64, SliceSlab::Kind::maximum}), 36.0) << "as far as there are voxels";
    // One as thick as the volume shows all of it, wherever its slice is.
    for (const double z : {0.0, 3.0, 6.0}) {
        const SliceFrame there = slice_frame(content.grid(), 2, {0.0, 0.0, z});
        for (const int voxels : {7, 1000000}) {
            EXPECT_EQ(slab_value(content, 0, there, {0.0, 0.0, z}, {voxels, SliceSlab::Kind::mean}), 91.0 / 7.0) << z;
        }
    }
    EXPECT_EQ(told({64, SliceSlab::Kind::maximum, 3.2}), 16.0) << "a length goes before voxels";
}

TEST(SlicePicture, ASlabOfALengthHasAsManyVoxelsAsFillItAcrossEachSlice) {
    Grid grid;
    grid.dims = {40, 40, 40};
    grid.spacing = {0.5, 1.0, 3.0};
    const SliceSlab slab{1, SliceSlab::Kind::mean, 10.0};
    const auto across = [&](const SliceSlab &of, int normal) {
        return voxels_across(of, grid, slice_frame(grid, normal, {20.0, 20.0, 20.0}));
    };
    EXPECT_EQ(across(slab, 0), 20);
    EXPECT_EQ(across(slab, 1), 10);
    EXPECT_EQ(across(slab, 2), 3);
    EXPECT_EQ(across({7, SliceSlab::Kind::mean}, 2), 7);
    EXPECT_EQ(across({1, SliceSlab::Kind::mean, 0.01}, 2), 1) << "at least one";
    EXPECT_EQ(across({1, SliceSlab::Kind::mean, 1e9}, 2), 40) << "all there are";
    EXPECT_EQ(across({70, SliceSlab::Kind::mean}, 0), 40);
    const glm::dmat3 turned(glm::rotate(glm::dmat4(1.0), glm::radians(45.0), glm::dvec3(1.0, 0.0, 0.0)));
    EXPECT_EQ(thickest_slab(grid, slice_frame(grid, 2, {20.0, 20.0, 20.0}, turned)), 227)
        << "160 of 40 and 120, by the square root of two, in steps of a half";
}

TEST(SlicePicture, LabelsAreNotInterpolated) {
    const SceneContent content = ground_and_overlay(ScalarType::u8, true);
    const Image image = slice_image(content, slice_frame(content.grid(), 2, {}), grey_and_red(1.0));
    EXPECT_EQ(pixel(image, 5), (std::array{127, 127, 127}));
    EXPECT_EQ(pixel(image, 6), (std::array{255, 0, 0}));
}

TEST(SlicePicture, PatientsAreSeenFromTheFrontAndTheFeet) {
    Grid grid;
    grid.anatomical = true; // LPS
    const SliceAxes axial = axes_of_slice(grid, 2), coronal = axes_of_slice(grid, 1), sagittal = axes_of_slice(grid, 0);
    EXPECT_EQ(axial.name, "axial");
    EXPECT_TRUE(axial.right == 0 && axial.down == 1 && !axial.flip_right && !axial.flip_down); // left right, back below
    EXPECT_EQ(coronal.name, "coronal");
    EXPECT_TRUE(coronal.right == 0 && coronal.down == 2 && !coronal.flip_right && coronal.flip_down); // head above
    EXPECT_EQ(sagittal.name, "sagittal");
    EXPECT_TRUE(sagittal.right == 1 && sagittal.down == 2 && !sagittal.flip_right && sagittal.flip_down);
}

// Both y and z are nearest to the head: NiBabel calls these axes LSA.
TEST(SlicePicture, ObliqueVoxelsHaveOneSliceOfEachName) {
    Grid grid;
    grid.anatomical = true;
    grid.direction = {{0.766044, -0.642788, 0.0}, {-0.413176, -0.492404, 0.766044}, {-0.492404, -0.586824, -0.642788}};
    const SliceAxes sagittal = axes_of_slice(grid, 0), axial = axes_of_slice(grid, 1), coronal = axes_of_slice(grid, 2);
    EXPECT_EQ(sagittal.name, "sagittal");
    EXPECT_EQ(axial.name, "axial");
    EXPECT_EQ(coronal.name, "coronal");
    EXPECT_TRUE(axial.right == 0 && axial.down == 2 && !axial.flip_right && axial.flip_down);
    EXPECT_TRUE(coronal.right == 0 && coronal.down == 1 && !coronal.flip_right && coronal.flip_down);
    EXPECT_TRUE(sagittal.right == 2 && sagittal.down == 1 && sagittal.flip_right && sagittal.flip_down);
}

TEST(SlicePicture, TurnedSlicesOfAFormulaAreTheFormula) {
    // Trilinear interpolation is exact for it.
    const auto formula = [](const glm::dvec3 &v) { return 7.0 + 3.0 * v.x - 2.0 * v.y + 5.0 * v.z + 0.25 * v.x * v.y; };
    VolumeHeader header;
    header.grid = grid_of_its_own();
    header.type = ScalarType::f32;
    const SceneContent content{volume_of(header, [&](int x, int y, int z) { return formula({x, y, z}); })};
    const glm::dvec3 center(9.3, 7.1, 5.6);
    const glm::dmat3 turned(glm::rotate(glm::dmat4(1.0), 0.7, glm::normalize(glm::dvec3(1.0, -0.4, 0.6))));
    for (int normal = 0; normal < 3; ++normal) {
        const SliceFrame frame = slice_frame(header.grid, normal, center, turned);
        const std::vector<float> values = slice_values(content, frame, 0);
        const std::vector<float> thick = slice_values(content, frame, 0, {3, SliceSlab::Kind::mean});
        int inside = 0, beside = 0;
        for (int y = 0; y < frame.height; ++y) {
            for (int x = 0; x < frame.width; ++x) {
                const std::size_t at = std::size_t(y) * std::size_t(frame.width) + std::size_t(x);
                const glm::dvec3 voxel = frame.voxel(x, y);
                const glm::dvec3 room = glm::min(voxel, header.grid.dims_d() - 1.0 - voxel);
                const double least = std::min({room.x, room.y, room.z});
                if (least > 0.0) {
                    EXPECT_NEAR(values[at], formula(voxel), 1e-4);
                    ++inside;
                } else if (least < -0.5) {
                    EXPECT_TRUE(std::isnan(values[at]));
                    ++beside;
                }
                if (least > 2.0) { // where the slab lies inside
                    const double mean =
                        (formula(voxel - frame.across) + formula(voxel) + formula(voxel + frame.across)) / 3.0;
                    EXPECT_NEAR(thick[at], mean, 1e-4);
                }
            }
        }
        EXPECT_GT(inside, 150);
        EXPECT_GT(beside, 20);
    }
}

TEST(SlicePicture, TurnedSlicesOfNamesMixNoneOfThem) {
    VolumeHeader header;
    header.grid = grid_of_its_own();
    header.type = ScalarType::u8;
    SceneContent content{volume_of(header, [](int x, int, int) { return x < 10 ? 3.0 : 200.0; })};
    const auto turned = glm::dmat3(glm::rotate(glm::dmat4(1.0), 0.7, glm::normalize(glm::dvec3(1.0, -0.4, 0.6))));
    const auto mixed = [&] {
        const std::vector<float> values =
            slice_values(content, slice_frame(header.grid, 2, {9.3, 7.1, 5.6}, turned), 0);
        return std::ranges::count_if(values, [](float v) { return !std::isnan(v) && v != 3.0f && v != 200.0f; });
    };
    EXPECT_GT(mixed(), 0);
    content.names = true;
    EXPECT_EQ(mixed(), 0);
}

TEST(SlicePicture, LinesAreDrawnIntoPicturesAsWideAsAPixelAndAHalf) {
    Image grey;
    grey.width = 9;
    grey.height = 7;
    grey.rgba.assign(9u * 7u * 4u, 100);
    const Image lined = with_lines(grey, {{{1.0f, 0.0f, 0.5f}, {{{2.0f, 3.0f}, {6.0f, 3.0f}}}}});
    for (int y = 0; y < 7; ++y) {
        for (int x = 0; x < 9; ++x) {
            const std::uint8_t *rgba = lined.pixel(x, y);
            const int away = std::abs(y - 3);
            const bool on = x >= 2 && x <= 6;
            EXPECT_EQ(rgba[0], on && away == 0              ? 255
                               : on && away == 1            ? 139
                               : away > 1 || x < 1 || x > 7 ? 100
                                                            : rgba[0]);
            EXPECT_EQ(rgba[3], 100) << "opacity stays";
        }
    }
    EXPECT_EQ(lined.pixel(4, 3)[1], 0);
    EXPECT_EQ(lined.pixel(4, 3)[2], 128);
    EXPECT_EQ(with_lines(grey, {{{}, {{{-4.0f, -9.0f}, {-2.0f, 40.0f}}}}}).rgba, grey.rgba) << "beside the picture";
    const Image wide = with_lines(grey, {{{1.0f, 0.0f, 0.5f}, {{{2.0f, 3.0f}, {6.0f, 3.0f}}}}}, 4.0);
    EXPECT_EQ(wide.pixel(4, 2)[0], 255);
    EXPECT_EQ(wide.pixel(4, 1)[0], 178) << "half of its pixel";
    EXPECT_EQ(wide.pixel(4, 0)[0], 100);
}

TEST(SlicePicture, PlanesAreLeftOutWhereTheyCannotBeDrawn) {
    Scene scene;
    scene.slice_planes.shown = PlanesShown::with_volume;
    EXPECT_EQ(why_no_planes(scene, true, false), "");
    EXPECT_NE(why_no_planes(scene, true, true), "");
    EXPECT_EQ(why_no_planes(scene, false, true), "");
    scene.settings.mode = Mode::both;
    scene.settings.surfaces = {{}};
    EXPECT_NE(why_no_planes(scene, true, false), "");
    EXPECT_EQ(why_no_planes(scene, false, false), "");
    scene.slice_planes.shown = PlanesShown::alone;
    EXPECT_EQ(why_no_planes(scene, true, false), "");
    scene.slice_planes.shown = PlanesShown::with_volume;
    scene.settings.mode = Mode::volume;
    scene.settings.blend = Blend::mip;
    EXPECT_NE(why_no_planes(scene, false, false), "");
}

TEST(SlicePicture, SlicesAlongTheAxesAreTheVoxelsThemselves) {
    VolumeHeader header;
    header.grid = grid_of_its_own();
    header.grid.anatomical = true; // turns axes around
    header.type = ScalarType::f32;
    const auto value = [](int x, int y, int z) { return x + 100.0 * y + 10000.0 * z; };
    const SceneContent content{volume_of(header, value)};
    for (int normal = 0; normal < 3; ++normal) {
        const SliceFrame frame = slice_frame(header.grid, normal, {4.0, 5.0, 6.0});
        EXPECT_TRUE(frame.on_voxels);
        const std::vector<float> values = slice_values(content, frame, 0);
        for (const glm::ivec2 pixel :
             {glm::ivec2(0), glm::ivec2(frame.width - 1, 0), glm::ivec2(2, frame.height - 1)}) {
            glm::ivec3 voxel(0);
            voxel[normal] = normal + 4;
            voxel[frame.axes.right] = frame.axes.flip_right ? frame.width - 1 - pixel.x : pixel.x;
            voxel[frame.axes.down] = frame.axes.flip_down ? frame.height - 1 - pixel.y : pixel.y;
            EXPECT_EQ(values[std::size_t(pixel.y) * std::size_t(frame.width) + std::size_t(pixel.x)],
                      float(value(voxel.x, voxel.y, voxel.z)));
        }
    }
}

TEST(SlicePicture, OutlinesLeaveTheInsideOfLabelsFree) {
    const SceneContent content{volume_of({16, 16, 1}, ScalarType::u8, [](int, int, int) { return 100.0; })};
    const Volume labels = volume_of({16, 16, 1}, ScalarType::u8,
                                    [](int x, int y, int) { return x >= 4 && x < 12 && y >= 4 && y < 12 ? 1.0 : 0.0; });
    const std::vector<LabelStyle> styles{{}, {1.0f, glm::vec3(1.0f, 0.0f, 0.0f)}};
    const SliceFrame frame = slice_frame(content.grid(), 2, {});
    const std::vector<SliceChannel> grey{{0, {0.0, 200.0}, glm::dvec3(1.0)}};
    const Image filled = slice_image(content, frame, grey, {}, {&labels, styles, false});
    const Image outlined = slice_image(content, frame, grey, {}, {&labels, styles, true});
    const auto at = [](const Image &image, int x, int y) { return pixel(image, y * image.width + x); };
    EXPECT_NE(at(filled, 8, 8), at(filled, 2, 2));
    EXPECT_EQ(at(outlined, 8, 8), at(outlined, 2, 2)) << "inside";
    EXPECT_EQ(at(outlined, 4, 8), (std::array{255, 0, 0})) << "at its border";
    EXPECT_EQ(at(outlined, 11, 11), (std::array{255, 0, 0}));
    EXPECT_EQ(at(outlined, 3, 8), at(outlined, 2, 2)) << "beside it";
    const Image wide = slice_image(content, frame, grey, {}, {&labels, styles, true, 0.45, 2.5});
    EXPECT_EQ(at(wide, 5, 8), (std::array{255, 0, 0}));
    EXPECT_EQ(at(wide, 6, 8), at(outlined, 2, 2)) << "two pixels";
    EXPECT_EQ(at(outlined, 5, 8), at(outlined, 2, 2));
}

} // namespace

} // namespace voxmarch
