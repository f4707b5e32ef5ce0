// Frames of slices, and lines of equal value on them.
#include "scene/isolines.h"
#include "scene/scene.h"
#include "scene/slice_frame.h"
#include "transfer/preset.h"
#include "volumes.h"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <numbers>

namespace voxmarch {

namespace {

glm::dmat3 rotation(double angle, const glm::dvec3 &axis) {
    return glm::dmat3(glm::rotate(glm::dmat4(1.0), angle, glm::normalize(axis)));
}

glm::dvec3 in_world(const Grid &grid, const glm::dvec3 &voxel) {
    return glm::dvec3(grid.world_from_voxel() * glm::dvec4(voxel, 1.0));
}

TEST(SliceFrame, PixelsOfTurnedSlicesAreSquareAndCrossWhereTheyShould) {
    const Grid grid = grid_of_its_own();
    const glm::dvec3 center(9.3, 7.1, 5.6);
    const glm::dmat3 turned = rotation(0.7, {1.0, -0.4, 0.6});
    for (int normal = 0; normal < 3; ++normal) {
        const SliceFrame frame = slice_frame(grid, normal, center, turned);
        const glm::dvec3 first = in_world(grid, frame.voxel(0, 0));
        const glm::dvec3 right = in_world(grid, frame.voxel(1, 0)) - first,
                         down = in_world(grid, frame.voxel(0, 1)) - first,
                         across = in_world(grid, frame.voxel(0, 0, 1)) - first;
        for (const glm::dvec3 &step : {right, down, across}) {
            EXPECT_NEAR(glm::length(step), grid.smallest_spacing(), 1e-12);
        }
        EXPECT_NEAR(glm::dot(right, down), 0.0, 1e-12);
        EXPECT_NEAR(glm::dot(right, across), 0.0, 1e-12);
        EXPECT_LT(glm::distance(glm::normalize(across), turned * grid.direction[normal]), 1e-12);
        EXPECT_NEAR(frame.place(center).z, 0.0, 1e-12) << "it goes through the crosshair";
        const glm::dvec3 place = frame.place(frame.voxel(3.25, 4.5, -2.0));
        EXPECT_LT(glm::distance(place, glm::dvec3(3.25, 4.5, -2.0)), 1e-12);
        for (const glm::dvec3 &corner :
             outline_of(grid, frame)) { // all of the volume that lies in it is in its picture
            const glm::dvec3 at = frame.place(corner);
            EXPECT_GE(at.x, -0.51);
            EXPECT_LE(at.x, frame.width - 0.49);
            EXPECT_GE(at.y, -0.51);
            EXPECT_LE(at.y, frame.height - 0.49);
            EXPECT_NEAR(at.z, 0.0, 1e-9);
        }
    }
}

TEST(SliceFrame, TurnedByNothingItIsNearlyTheOneAlongTheAxes) {
    const Grid grid = grid_of_its_own();
    for (int normal = 0; normal < 3; ++normal) {
        const SliceFrame straight = slice_frame(grid, normal, {9.0, 7.0, 5.0});
        const SliceFrame turned = slice_frame(grid, normal, {9.0, 7.0, 5.0}, rotation(1e-9, {1.0, 1.0, 1.0}));
        const glm::dmat3 a = directions_of(grid, straight), b = directions_of(grid, turned);
        for (int i = 0; i < 3; ++i) {
            EXPECT_LT(glm::distance(a[i], b[i]), 1e-8);
        }
    }
}

TEST(SliceFrame, OutlinesAreThoseOfTheBox) {
    const Grid grid = grid_of_its_own();
    const std::vector<glm::dvec3> straight = outline_of(grid, slice_frame(grid, 2, {0.0, 0.0, 3.0}));
    ASSERT_EQ(straight.size(), 4u);
    for (const glm::dvec3 &corner : straight) {
        EXPECT_NEAR(std::abs(corner.x - 9.5), 10.0, 1e-12);
        EXPECT_NEAR(std::abs(corner.y - 7.5), 8.0, 1e-12);
        EXPECT_EQ(corner.z, 3.0);
    }
    // Across the diagonal of a cube: a hexagon, whose corners are middles of edges.
    Grid cube;
    cube.dims = {9, 9, 9};
    const glm::dvec3 diagonal = glm::normalize(glm::dvec3(1.0));
    const glm::dmat3 turned = rotation(std::acos(diagonal.z), glm::cross(glm::dvec3(0.0, 0.0, 1.0), diagonal));
    const std::vector<glm::dvec3> hexagon = outline_of(cube, slice_frame(cube, 2, {4.0, 4.0, 4.0}, turned));
    ASSERT_EQ(hexagon.size(), 6u);
    for (const glm::dvec3 &corner : hexagon) {
        EXPECT_NEAR(glm::distance(corner, glm::dvec3(4.0)), 4.5 * std::numbers::sqrt2, 1e-9);
    }
    EXPECT_TRUE(outline_of(cube, slice_frame(cube, 2, {4.0, 4.0, 40.0})).empty()) << "beside the volume";
}

TEST(SliceFrame, TurningKeepsSlicesOrthogonalAndLeavesTheOneThatTheyAreTurnedOn) {
    const Grid grid = grid_of_its_own();
    SlicePlanes planes;
    for (const auto &[normal, angle] : {std::pair(2, 0.5), std::pair(0, -0.3), std::pair(1, 1.1)}) {
        const SliceFrame on = slice_frame(grid, normal, {9.0, 7.0, 5.0}, planes.turned[std::size_t(normal)]);
        const glm::dmat3 before = directions_of(grid, on);
        const int other = (normal + 1) % 3;
        const auto across = [&](int which) { return planes.turned[std::size_t(which)] * grid.direction[which]; };
        const glm::dvec3 old = across(other);
        planes = turned_about(planes, grid, on, angle);
        EXPECT_LT(glm::distance(across(normal), before[2]), 1e-12);
        // From right to down.
        const auto seen = [&](const glm::dvec3 &direction) {
            return std::atan2(glm::dot(direction, before[1]), glm::dot(direction, before[0]));
        };
        EXPECT_NEAR(std::remainder(seen(across(other)) - seen(old) - angle, 2.0 * std::numbers::pi), 0.0, 1e-9);
        EXPECT_NEAR(glm::dot(across(0), across(1)), 0.0, 1e-12);
        EXPECT_NEAR(glm::dot(across(0), across(2)), 0.0, 1e-12);
        EXPECT_NEAR(glm::dot(across(1), across(2)), 0.0, 1e-12);
    }
}

TEST(SliceFrame, SessionsKeepHowSlicesAreTurned) {
    Scene scene;
    scene.volume.source = "synthetic:tree:48";
    scene.transfer = find_preset("thesis");
    EXPECT_EQ(to_json(scene).dump().find("slice_planes"), std::string::npos);
    scene.slice_planes.turned[1] = rotation(0.4, {0.0, 0.2, 1.0});
    scene.slice_planes.center = {3.25, 4.5, 6.75};
    scene.slice_planes.shown = PlanesShown::alone;
    scene.slice_planes.labels = false;
    scene.slice_planes.open = true;
    scene.slice_planes.slab = {9, SliceSlab::Kind::mean, 4.5};
    scene.slice_planes.views[1] = {2.5, {10.0, -3.5}};
    scene.slice_planes.alone = 1;
    scene.slice_planes.label_opacity = 0.8;
    scene.slice_planes.opacity = 0.35;
    scene.slice_planes.outlines = scene.slice_planes.isolines = scene.slice_planes.colors = true;
    EXPECT_EQ(scene_from_json(to_json(scene).dump()).slice_planes, scene.slice_planes);
    nlohmann::ordered_json wrong = to_json(scene);
    wrong["slice_planes"]["turned"][1][0][0] = 3.0;
    EXPECT_THROW((void)scene_from_json(wrong.dump()), UsageError);
    for (const double zoom : {0.0, 65.0}) {
        wrong = to_json(scene);
        wrong["slice_planes"]["views"][2]["zoom"] = zoom;
        EXPECT_THROW((void)scene_from_json(wrong.dump()), UsageError) << zoom;
    }
    wrong = to_json(scene);
    wrong["slice_planes"]["alone"] = 3;
    EXPECT_THROW((void)scene_from_json(wrong.dump()), UsageError);
    for (const double opacity : {0.05, 1.5}) {
        wrong = to_json(scene);
        wrong["slice_planes"]["opacity"] = opacity;
        EXPECT_THROW((void)scene_from_json(wrong.dump()), UsageError) << opacity;
    }
}

TEST(Isolines, OfASphereLieOnACircle) {
    constexpr int edge = 64;
    constexpr double radius = 20.3;
    const glm::dvec2 middle(31.2, 30.7);
    std::vector<float> values;
    for (int y = 0; y < edge; ++y) {
        for (int x = 0; x < edge; ++x) {
            values.push_back(static_cast<float>(glm::distance(glm::dvec2(x, y), middle)));
        }
    }
    double length = 0.0;
    for (const LinePiece &piece : isolines(values, edge, edge, radius)) {
        EXPECT_NEAR(glm::distance(glm::dvec2(piece.from), middle), radius, 0.02); // of a pixel
        EXPECT_NEAR(glm::distance(glm::dvec2(piece.to), middle), radius, 0.02);
        length += glm::distance(piece.from, piece.to);
    }
    EXPECT_NEAR(length, 2.0 * std::numbers::pi * radius, 0.005 * length) << "all around";
    values[std::size_t(31 + 20) + 31 * edge] = std::nanf("");
    double with_hole = 0.0;
    for (const LinePiece &piece : isolines(values, edge, edge, radius)) {
        with_hole += glm::distance(piece.from, piece.to);
    }
    EXPECT_LT(with_hole, length - 1.0) << "no line where there is no value";
    EXPECT_GT(with_hole, length - 5.0);
}

TEST(Isolines, SaddlesAreJoinedAsTheirMeanSays) {
    // High in two opposite corners.
    const auto cut_off = [](float low) { // distance of the pieces' middles from the first corner
        const std::vector<float> values{1.0f, low, low, 1.0f};
        const std::vector<LinePiece> pieces = isolines(values, 2, 2, 0.5);
        EXPECT_EQ(pieces.size(), 2u);
        float nearest = HUGE_VALF;
        for (const LinePiece &piece : pieces) {
            nearest = std::min(nearest, glm::length((piece.from + piece.to) / 2.0f));
        }
        return nearest;
    };
    EXPECT_LT(cut_off(-1.0f), 0.5f) << "mean below: high corners are alone";
    EXPECT_GT(cut_off(0.25f), 0.5f) << "mean above: low corners are";
}

} // namespace

} // namespace voxmarch
