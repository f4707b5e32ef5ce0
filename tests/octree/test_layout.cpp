// Addresses of the octree's nodes.
#include "octree/layout.h"

#include "base/error.h"

#include <gtest/gtest.h>

namespace voxmarch {
namespace {

TEST(OctreeLayout, the_drawn_example_has_the_addresses_it_shows) {
    const OctreeLayout layout = make_octree_layout({11, 7, 3}, 2); // 5 x 3 x 1 leaves
    EXPECT_EQ(layout.levels, 4);
    EXPECT_EQ(octree_address(&layout, 0, 4, 0, 0), 4);
    EXPECT_EQ(octree_address(&layout, 0, 0, 2, 0), 10);
    EXPECT_EQ(octree_address(&layout, 1, 0, 0, 0), 15);
    EXPECT_EQ(octree_address(&layout, 1, 2, 1, 0), 20);
    EXPECT_EQ(octree_address(&layout, 2, 0, 0, 0), 21);
    EXPECT_EQ(octree_node_count(layout), 15 + 6 + 2 + 1);
}

TEST(OctreeLayout, levels_are_packed_without_gaps_and_the_root_is_one_node) {
    for (const int edge : {1, 2, 4, 8, 16, 32}) {
        for (int n = 1; n <= 70; n += 3) {
            const OctreeLayout layout = make_octree_layout({n, 71 - n, 2 * n}, edge);
            int expected = 0;
            for (int level = 0; level < layout.levels; ++level) {
                const int nx = octree_nodes(layout.leaves[0], level), ny = octree_nodes(layout.leaves[1], level),
                          nz = octree_nodes(layout.leaves[2], level);
                EXPECT_EQ(octree_address(&layout, level, 0, 0, 0), expected);
                expected += nx * ny * nz;
                EXPECT_EQ(octree_address(&layout, level, nx - 1, ny - 1, nz - 1), expected - 1);
                if (level == layout.levels - 1) {
                    EXPECT_EQ(nx * ny * nz, 1);
                }
            }
            EXPECT_EQ(octree_node_count(layout), expected);
            // Leaves reach the last voxel and do not begin behind the last cell.
            EXPECT_GE(layout.leaves[0] * edge, n - 1);
            EXPECT_LE((layout.leaves[0] - 1) * edge, std::max(n - 2, 0));
        }
    }
}

TEST(OctreeLayout, leaves_below_the_nodes_of_a_level_add_up) {
    for (int leaves = 1; leaves < 40; ++leaves) {
        for (int level = 0; level < 6; ++level) {
            int sum = 0;
            for (int i = 0; i < octree_nodes(leaves, level); ++i) {
                EXPECT_GT(octree_leaves_below(leaves, level, i), 0);
                sum += octree_leaves_below(leaves, level, i);
            }
            EXPECT_EQ(sum, leaves);
        }
    }
}

TEST(OctreeLayout, other_edges_and_too_many_nodes_are_refused) {
    EXPECT_THROW(make_octree_layout({8, 8, 8}, 3), UsageError);
    EXPECT_THROW(make_octree_layout({8, 8, 8}, 0), UsageError);
    EXPECT_THROW(make_octree_layout({8, 8, 8}, 64), UsageError);
    EXPECT_THROW(make_octree_layout({2048, 2048, 2048}, 1), UnsupportedError);
    EXPECT_NO_THROW(make_octree_layout({2048, 2048, 2048}, 2));
}

} // namespace
} // namespace voxmarch
