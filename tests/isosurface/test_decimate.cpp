// Fewer triangles: what is closed stays closed, borders stay in their planes, and the distances told are right.
#include "isosurface/decimate.h"
#include "isosurface/measures.h"
#include "isosurface/mesh_clip.h"
#include "isosurface/mesh_distance.h"
#include "isosurface/reference.h"
#include "tests/isosurface/test_volumes.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace voxmarch {
namespace {

constexpr double any_distance = std::numeric_limits<double>::infinity();

/// A sphere of radius 20 around (32, 32, 32), in voxels.
Mesh ball_mesh() { return extract_reference(exact_sphere(65, 20.0 / 64.0), 0.0f, true); }

/// Noise of which an isovalue makes specks, tunnels and sheets, some of them through corners of voxels.
Mesh rubble_mesh(int edge, unsigned seed) {
    std::mt19937 random(seed);
    const Volume volume = volume_of({edge, edge, edge}, ScalarType::u8, [&](int x, int y, int z) {
        const bool inside = std::min({x, y, z}) > 0 && std::max({x, y, z}) < edge - 1;
        return inside ? double(random() % 5 * 50) : 0.0;
    });
    return extract_reference(volume, 100.0f, true);
}

TEST(Decimate, what_is_closed_stays_closed) {
    for (const double share : {0.5, 0.1, 0.02, 0.001}) {
        Mesh mesh = ball_mesh();
        const MeshMeasures before = measure(mesh);
        ASSERT_TRUE(before.watertight());
        const Decimation told = decimate(mesh, share);
        const MeshMeasures after = measure(mesh);
        EXPECT_TRUE(after.watertight()) << share << ": " << after.open_edges << " open, " << after.bad_edges << " bad";
        EXPECT_EQ(after.euler, before.euler);
        EXPECT_EQ(told.before, before.triangles);
        EXPECT_EQ(told.after, after.triangles);
        EXPECT_LE(double(after.triangles), share * double(before.triangles)) << share;
        EXPECT_EQ(told.pieces_after, 1u);
        EXPECT_EQ(mesh.normals.size(), mesh.positions.size());
        if (share >= 0.1) {
            EXPECT_NEAR(after.volume / before.volume, 1.0, 0.02) << share;
            EXPECT_LT(told.largest_error, 0.5) << share;
        }
    }
}

/// Edges keep the number of their triangles whatever the surface is like; specks vanish whole.
TEST(Decimate, rubble_stays_closed) {
    for (unsigned seed = 1; seed <= 3; ++seed) {
        const Mesh whole = rubble_mesh(14, seed);
        const MeshMeasures before = measure(whole);
        ASSERT_EQ(before.open_edges, 0u);
        for (const double share : {0.7, 0.3, 0.05}) {
            Mesh mesh = whole;
            const Decimation told = decimate(mesh, share);
            const MeshMeasures after = measure(mesh);
            EXPECT_EQ(after.open_edges, 0u) << seed << " " << share;
            EXPECT_LE(after.bad_edges, before.bad_edges) << seed << " " << share;
            EXPECT_EQ(after.components, told.pieces_after);
            EXPECT_LE(told.pieces_after, told.pieces_before);
            EXPECT_LT(told.after, told.before);
        }
    }
}

TEST(Decimate, specks_vanish_and_are_told) {
    Mesh mesh = ball_mesh();
    Mesh speck = extract_reference(exact_sphere(9, 0.15), 0.0f, true); // around (4, 4, 4)
    append(mesh, speck);
    const Decimation told = decimate(mesh, 0.01);
    EXPECT_EQ(told.pieces_before, 2u);
    EXPECT_EQ(told.pieces_after, 1u);
    const double away = std::sqrt(3.0) * 28.0 - 20.0; // from the middle of the speck
    EXPECT_NEAR(told.largest_gone, away, 2.0);
    EXPECT_GT(told.largest_error, 0.0);
    EXPECT_LT(told.largest_error, 5.0) << "without the speck";
    EXPECT_TRUE(measure(mesh).watertight());
}

/// A sphere cut by a plane: its border is a circle, which stays in that plane, and stays long.
TEST(Decimate, borders_stay_borders) {
    Mesh mesh = ball_mesh();
    clip_mesh(mesh, {{{{0, 0, 1}, 40.0}}}, false);
    const MeshMeasures before = measure(mesh);
    ASSERT_GT(before.open_edges, 0u);
    const Decimation told = decimate(mesh, 0.1);
    const MeshMeasures after = measure(mesh);
    EXPECT_EQ(after.euler, before.euler);
    EXPECT_EQ(after.bad_edges, 0u);
    EXPECT_GT(after.open_edges, 8u);
    EXPECT_LT(after.open_edges, before.open_edges);
    EXPECT_LT(told.largest_error, 0.5);
    EXPECT_NEAR(after.area / before.area, 1.0, 0.01);
}

/// Against all triangles one after the other, sampled.
TEST(MeshDistance, is_the_nearest_of_all_triangles) {
    const Mesh mesh = rubble_mesh(8, 5);
    const MeshDistance tree(mesh);
    std::mt19937 random(7);
    std::uniform_real_distribution<float> anywhere(-4.0f, 12.0f);
    for (int i = 0; i < 200; ++i) {
        const glm::vec3 point{anywhere(random), anywhere(random), anywhere(random)};
        double nearest = any_distance;
        for (const MeshTriangle &t : mesh.triangles) {
            Mesh one;
            for (const std::uint32_t corner : t) {
                one.positions.push_back(mesh.positions[corner]);
            }
            one.triangles.push_back({0, 1, 2});
            nearest = std::min(nearest, MeshDistance(one).to(point, any_distance));
        }
        EXPECT_NEAR(tree.to(point, any_distance), nearest, 1e-9);
        EXPECT_NEAR(tree.to(point, nearest + 1e-6), nearest, 1e-9);
    }
}

/// Closed forms: above the middle, beside an edge, beyond a corner; triangles without area.
TEST(MeshDistance, of_one_triangle) {
    Mesh mesh;
    mesh.positions.assign({{0, 0, 0}, {4, 0, 0}, {0, 3, 0}});
    mesh.triangles.push_back({0, 1, 2});
    const auto to = [](const Mesh &one, glm::vec3 point) { return MeshDistance(one).to(point, any_distance); };
    EXPECT_DOUBLE_EQ(to(mesh, {1, 1, 2.5f}), 2.5);
    EXPECT_DOUBLE_EQ(to(mesh, {2, -1, 0}), 1.0);
    EXPECT_DOUBLE_EQ(to(mesh, {-3, -4, 0}), 5.0);
    EXPECT_NEAR(to(mesh, {4, 3, 0}), 12.0 / 5.0, 1e-12); // from the long edge
    mesh.positions[2] = {2, 0, 0};
    EXPECT_DOUBLE_EQ(to(mesh, {1, 0, 3}), 3.0);
    mesh.positions[1] = mesh.positions[2] = mesh.positions[0];
    EXPECT_DOUBLE_EQ(to(mesh, {0, 0, -2}), 2.0);
}

} // namespace
} // namespace voxmarch
