// Graphs of skeletons against shapes whose lengths, radii and branches are known.
#include "skeleton/distance.h"
#include "skeleton/graph.h"
#include "skeleton/prune.h"
#include "skeleton/reference.h"
#include "skeleton/summary.h"
#include "tests/skeleton/objects.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numbers>

namespace voxmarch {
namespace {

Grid grid_of(const BitVolume &object, const glm::dvec3 &spacing = glm::dvec3(1.0)) {
    Grid grid;
    grid.dims = object.dims();
    grid.spacing = spacing;
    return grid;
}

/// Of the thinned object.
SkeletonGraph skeleton_graph(const BitVolume &object) {
    BitVolume skeleton = object;
    thin_reference(skeleton);
    return graph_of(skeleton, object, grid_of(object));
}

/// Of an object that is its own skeleton.
SkeletonGraph curve_graph(const BitVolume &curve, const glm::dvec3 &spacing = glm::dvec3(1.0)) {
    return graph_of(curve, curve, grid_of(curve, spacing));
}

BitVolume curve(const std::array<int, 3> &dims, const std::vector<VoxelIndex> &voxels) {
    BitVolume object(dims);
    for (const VoxelIndex &v : voxels) {
        object.set(v, true);
    }
    return object;
}

TEST(DistanceToBackground, is_that_of_trying_all_voxels) {
    const glm::dvec3 spacing(0.7, 1.3, 2.0);
    for (unsigned seed = 0; seed < 3; ++seed) {
        const BitVolume object = random_object({70, 9, 8}, 0.9 + 0.04 * seed, seed);
        object.for_each([&](const VoxelIndex &v) {
            double best = 1e9;
            for (int z = -1; z <= 8; ++z) {
                for (int y = -1; y <= 9; ++y) {
                    for (int x = -1; x <= 70; ++x) {
                        if (!object.at(x, y, z)) {
                            best = std::min(best, glm::length(glm::dvec3(x - v[0], y - v[1], z - v[2]) * spacing));
                        }
                    }
                }
            }
            ASSERT_NEAR(distance_to_background(object, v, spacing), best, 1e-9);
        });
    }
}

TEST(Graph, straight_line_has_two_ends_and_its_length) {
    const BitVolume line = object_where({9, 40, 9}, [](int x, int y, int z) { return x == 4 && z == 3 && y > 4; });
    const SkeletonGraph graph = curve_graph(line, {1.0, 0.5, 2.0});
    ASSERT_EQ(graph.edges.size(), 1u);
    EXPECT_EQ(summarise(graph).ends, 2u);
    EXPECT_EQ(summarise(graph).loops, 0);
    EXPECT_NEAR(graph.edges[0].length, 34 * 0.5, 1e-9);
    EXPECT_NEAR(graph.nodes[0].point.position.y, 5 * 0.5, 1e-9);
    EXPECT_NEAR(graph.edges[0].voxels.size() + graph.nodes[0].voxels.size() + graph.nodes[1].voxels.size(), 35, 0);
}

TEST(Graph, oblique_line_is_as_long_as_the_line) {
    BitVolume line({128, 128, 128});
    const glm::dvec3 step(1.0, 0.41, 0.23);
    for (int x = 0; x < 120; ++x) {
        line.set({x + 2, static_cast<int>(std::lround(0.41 * x)) + 2, static_cast<int>(std::lround(0.23 * x)) + 2},
                 true);
    }
    EXPECT_NEAR(summarise(curve_graph(line)).length / (119 * glm::length(step)), 1.0, 0.01);
}

TEST(Graph, cylinder_has_its_radius) {
    for (const double radius : {3.0, 6.5, 10.2}) {
        const BitVolume cylinder = object_where(
            {31, 31, 90}, [&](int x, int y, int z) { return std::hypot(x - 15, y - 15) <= radius && z > 2 && z < 87; });
        const SkeletonGraph graph = skeleton_graph(cylinder);
        const SkeletonEdge &longest =
            *std::max_element(graph.edges.begin(), graph.edges.end(),
                              [](const SkeletonEdge &a, const SkeletonEdge &b) { return a.length < b.length; });
        const std::size_t middle = longest.points.size() / 2;
        EXPECT_NEAR(longest.points[middle].radius, radius, 0.6);
    }
}

TEST(Graph, torus_is_one_closed_curve) {
    const SkeletonGraph graph = skeleton_graph(torus(41, 13.0, 4.0));
    const SkeletonSummary summary = summarise(graph);
    EXPECT_EQ(summary.loops, 1);
    EXPECT_EQ(summary.branches, 1u);
    EXPECT_EQ(summary.ends + summary.branch_points, 0u);
    EXPECT_EQ(summary.components, 1u);
    ASSERT_TRUE(graph.edges.at(0).closed());
    EXPECT_EQ(graph.edges[0].points.front().position, graph.edges[0].points.back().position);
    EXPECT_NEAR(summary.length / (2 * std::numbers::pi * 13.0), 1.0, 0.04);
    EXPECT_NEAR(graph.edges[0].mean_radius, 4.0, 0.9);
}

TEST(Graph, ball_is_a_lone_voxel_and_y_has_three_branches) {
    const SkeletonGraph point = skeleton_graph(ball(15, 5.0));
    EXPECT_EQ(summarise(point).lone_voxels, 1u);
    EXPECT_EQ(point.edges.size(), 0u);
    EXPECT_NEAR(point.nodes.at(0).point.radius, 5.0, 0.6);
    const SkeletonSummary y = summarise(skeleton_graph(letter_y(41, 3.0)));
    EXPECT_EQ(y.ends, 3u);
    EXPECT_EQ(y.branch_points, 1u);
    EXPECT_EQ(y.branches, 3u);
    EXPECT_EQ(y.components, 1u);
    EXPECT_EQ(y.loops, 0);
}

TEST(Graph, corner_of_three_voxels_that_touch_is_no_branch_point_and_no_loop) {
    // (3 2 2) touches both its neighbours, which touch each other.
    const SkeletonGraph graph =
        curve_graph(curve({9, 9, 5}, {{0, 2, 2}, {1, 2, 2}, {2, 2, 2}, {3, 2, 2}, {3, 3, 2}, {3, 4, 2}, {3, 5, 2}}));
    const SkeletonSummary summary = summarise(graph);
    EXPECT_EQ(summary.ends, 2u);
    EXPECT_EQ(summary.branches, 1u);
    EXPECT_EQ(summary.loops, 0);
}

TEST(Graph, has_the_loops_of_the_object) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const BitVolume object = blobs({24, 22, 20}, 0.5, seed);
        const Topology topology = topology_of(object);
        SkeletonGraph graph = skeleton_graph(object);
        for (const double shortest : {0.0, 1000.0}) {
            prune(graph, shortest);
            const SkeletonSummary summary = summarise(graph);
            EXPECT_EQ(summary.components, static_cast<std::size_t>(topology.objects)) << seed;
            EXPECT_EQ(summary.cavities, static_cast<std::size_t>(topology.backgrounds - 1)) << seed;
            EXPECT_EQ(summary.loops, topology.objects + topology.backgrounds - 1 - topology.euler) << seed;
        }
    }
}

/// A ball without its middle; rods of radius 1 leave it along x.
BitVolume shell(bool left, bool right) {
    return object_where({51, 21, 21}, [=](int x, int y, int z) {
        const double r = std::hypot(x - 25, y - 10, z - 10);
        return r >= 4.0 && (r <= 8.0 || (std::hypot(y - 10, z - 10) <= 1.0 && (x < 25 ? left : right)));
    });
}

TEST(Graph, wall_of_a_cavity_is_no_end_no_branch_point_and_no_lone_voxel) {
    for (const int rods : {0, 1, 2}) {
        const SkeletonGraph graph = skeleton_graph(shell(rods > 0, rods > 1));
        const SkeletonSummary summary = summarise(graph);
        EXPECT_EQ(summary.cavities, 1u);
        EXPECT_EQ(summary.walls, 1u);
        EXPECT_EQ(summary.loops, 0);
        EXPECT_EQ(summary.lone_voxels, 0u);
        EXPECT_EQ(summary.branch_points, 0u);
        EXPECT_EQ(summary.ends, static_cast<std::size_t>(rods));
        EXPECT_EQ(std::count_if(graph.nodes.begin(), graph.nodes.end(),
                                [](const SkeletonNode &node) { return node.kind() == NodeKind::wall; }),
                  1);
        // The wall lies between 4 and 8 from the middle, the rods end 25 from it: no line runs through the cavity.
        EXPECT_NEAR(summary.length, rods * (25.0 - 6.0), 6.0 * (rods > 0));
    }
}

TEST(Graph, counts_the_voxels_that_are_left) {
    const BitVolume object = letter_y(41, 3.0);
    BitVolume skeleton = object;
    thin_reference(skeleton);
    SkeletonGraph graph = graph_of(skeleton, object, grid_of(object));
    EXPECT_EQ(summarise(graph).voxels, skeleton.count());
    prune(graph, 1000.0);
    ASSERT_EQ(graph.edges.size(), 1u);
    // One line between two ends: a voxel more than there are steps.
    EXPECT_EQ(summarise(graph).voxels, graph.edges[0].voxels.size() + 2);
    EXPECT_LT(summarise(graph).voxels, skeleton.count());
}

TEST(Graph, tree_of_vessels_has_its_ends_and_forks) {
    const Volume volume = synthesize("vessels", 224);
    BitVolume object = object_of(volume, 100.0);
    SkeletonGraph graph = skeleton_graph(object);
    prune(graph, 5.0);
    const SkeletonSummary summary = summarise(graph);
    EXPECT_EQ(summary.components, 1u);
    EXPECT_EQ(summary.loops, 0);
    EXPECT_EQ(summary.ends, 513u);
    EXPECT_NEAR(static_cast<double>(summary.branch_points), 511.0, 5.0); // some forks are next to each other
}

TEST(Prune, removes_short_ends_and_joins_what_they_parted) {
    std::vector<VoxelIndex> voxels;
    for (int x = 0; x < 30; ++x) {
        voxels.push_back({x, 8, 2});
    }
    for (int y = 9; y < 12; ++y) {
        voxels.push_back({10, y, 2});
    }
    for (int y = 1; y < 8; ++y) {
        voxels.push_back({20, y, 2});
    }
    SkeletonGraph graph = curve_graph(curve({31, 17, 5}, voxels));
    EXPECT_EQ(summarise(graph).ends, 4u);
    SkeletonGraph two = graph;
    prune(two, 5.0);
    EXPECT_EQ(summarise(two).ends, 3u);
    EXPECT_EQ(summarise(two).branches, 3u);
    prune(graph, 12.0); // then the left part is shorter than that too, but it has become longer
    EXPECT_EQ(summarise(graph).branches, 1u);
    EXPECT_EQ(summarise(graph).ends, 2u);
    EXPECT_NEAR(summarise(graph).length, 29.0, 1.5);
    prune(graph, 1000.0);
    EXPECT_EQ(summarise(graph).branches, 1u) << "a branch between two ends stays";
}

TEST(Prune, leaves_a_loop_when_its_tail_goes) {
    std::vector<VoxelIndex> voxels;
    for (int i = 0; i < 40; ++i) {
        const double angle = i * std::numbers::pi / 20;
        voxels.push_back({static_cast<int>(std::lround(10 + 6 * std::cos(angle))),
                          static_cast<int>(std::lround(10 + 6 * std::sin(angle))), 2});
    }
    for (int x = 17; x < 21; ++x) {
        voxels.push_back({x, 10, 2});
    }
    SkeletonGraph graph = curve_graph(curve({25, 25, 5}, voxels));
    EXPECT_EQ(summarise(graph).loops, 1);
    EXPECT_EQ(summarise(graph).ends, 1u);
    prune(graph, 8.0);
    const SkeletonSummary summary = summarise(graph);
    EXPECT_EQ(summary.loops, 1);
    EXPECT_EQ(summary.ends, 0u);
    EXPECT_EQ(summary.branches, 1u);
    EXPECT_TRUE(graph.edges[0].closed());
}

TEST(Prune, takes_a_branch_with_an_end_from_a_wall_and_leaves_one_between_walls) {
    SkeletonGraph tail = skeleton_graph(shell(true, false));
    prune(tail, 5.0);
    EXPECT_EQ(summarise(tail).branches, 1u) << "it is longer";
    prune(tail, 1000.0);
    EXPECT_EQ(summarise(tail).branches, 0u);
    EXPECT_EQ(summarise(tail).ends, 0u);
    EXPECT_EQ(summarise(tail).components, 1u);
    EXPECT_EQ(summarise(tail).cavities, 1u);
    const auto radius = [](int x, int y, int z, int middle) { return std::hypot(x - middle, y - 10, z - 10); };
    SkeletonGraph bridge = skeleton_graph(object_where({71, 21, 21}, [&](int x, int y, int z) {
        const double r = std::min(radius(x, y, z, 12), radius(x, y, z, 58));
        return r >= 4.0 && (r <= 8.0 || (std::hypot(y - 10, z - 10) <= 1.0 && x > 12 && x < 58));
    }));
    prune(bridge, 1000.0);
    const SkeletonSummary summary = summarise(bridge);
    EXPECT_EQ(summary.branches, 1u);
    EXPECT_EQ(summary.walls, 2u);
    EXPECT_EQ(summary.ends + summary.branch_points, 0u);
}

TEST(Prune, takes_the_tail_of_a_loop_of_voxels_side_by_side) {
    std::vector<VoxelIndex> voxels;
    for (int n = 0; n < 9; ++n) {
        if (n != 4) {
            voxels.push_back({n % 3 + 1, n / 3 + 1, 2}); // one node: every corner touches both its neighbours
        }
    }
    for (int x = 4; x < 9; ++x) {
        voxels.push_back({x, 2, 2});
    }
    SkeletonGraph graph = curve_graph(curve({10, 5, 5}, voxels));
    EXPECT_EQ(summarise(graph).loops, 1);
    EXPECT_EQ(summarise(graph).ends, 1u);
    EXPECT_EQ(summarise(graph).branch_points, 1u);
    prune(graph, 1000.0);
    const SkeletonSummary summary = summarise(graph);
    EXPECT_EQ(summary.loops, 1);
    EXPECT_EQ(summary.branches, 0u);
    EXPECT_EQ(summary.ends + summary.branch_points + summary.lone_voxels, 0u);
}

} // namespace
} // namespace voxmarch
