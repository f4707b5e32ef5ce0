// Addresses of the octree's nodes.
#include "octree/layout.h"

#include "base/error.h"

#include <fmt/format.h>
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

/// What must hold of any layout: the root is one node, levels follow each other, nodes cover the leaves.
void check_layout(const std::array<int, 3> &dims, int edge) {
    SCOPED_TRACE(fmt::format("{}x{}x{}, leaf {}", dims[0], dims[1], dims[2], edge));
    const OctreeLayout layout = make_octree_layout(dims, edge);
    ASSERT_GE(layout.levels, 1);
    ASSERT_LE(layout.levels, 21);
    std::int64_t expected = 0;
    for (int level = 0; level < layout.levels; ++level) {
        ASSERT_EQ(layout.offsets[level], expected) << level;
        std::int64_t nodes = 1;
        for (const int leaves : layout.leaves) {
            const std::int64_t size = std::int64_t{1} << level, along_axis = (leaves + size - 1) / size;
            EXPECT_EQ(octree_nodes(leaves, level), along_axis) << level;
            EXPECT_EQ(octree_leaves_below(leaves, level, static_cast<int>(along_axis) - 1),
                      leaves - (along_axis - 1) * size);
            nodes *= along_axis;
        }
        expected += nodes;
        EXPECT_EQ(nodes == 1, level == layout.levels - 1) << level;
    }
    EXPECT_EQ(octree_node_count(layout), expected);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        // Leaves reach the last voxel, none begins behind the last cell, and there is one even without a cell.
        const std::int64_t cells = dims[axis] - 1;
        EXPECT_GE(std::int64_t{layout.leaves[axis]} * edge, cells);
        EXPECT_LE((std::int64_t{layout.leaves[axis]} - 1) * edge, std::max<std::int64_t>(cells - 1, 0));
    }
}

TEST(OctreeLayout, every_length_of_an_axis_and_every_leaf_has_room) {
    for (const int edge : {1, 2, 4, 8, 16, 32}) {
        for (const int length :
             {1, 2, edge, edge + 1, edge + 2, 32769, 65537, 131071, 131072, 131073, 140000, (1 << 20) - 1, 1 << 20}) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                std::array<int, 3> dims{3, 3, 3};
                dims[axis] = length;
                check_layout(dims, edge);
                dims = {1, 1, 1};
                dims[axis] = length;
                check_layout(dims, edge);
            }
        }
    }
    EXPECT_EQ(make_octree_layout({1 << 20, 1, 1}, 1).levels, 21);
    EXPECT_EQ(make_octree_layout({1, 1, (1 << 19) + 1}, 1).levels, 20);
    EXPECT_EQ(make_octree_layout({1, (1 << 20), 4}, 32).levels, 16);
}

TEST(OctreeLayout, lengths_that_no_reader_accepts_are_refused) {
    for (const int bad : {0, -1, (1 << 20) + 1, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::array<int, 3> dims{1, 1, 1};
            dims[axis] = bad;
            EXPECT_THROW(make_octree_layout(dims, 1), UnsupportedError) << bad;
        }
    }
    EXPECT_THROW(make_octree_layout({1 << 20, 1 << 20, 1 << 20}, 1), UnsupportedError);
    EXPECT_THROW(make_octree_layout({1 << 20, 1 << 12, 1}, 1), UnsupportedError) << "2^32 leaves";
}

TEST(OctreeLayout, maps_of_octants_have_less_than_two_to_the_31_entries) {
    EXPECT_EQ(octree_octant_count(make_octree_layout({1 << 20, 2, 2}, 1)), std::int64_t{8} * ((1 << 20) - 1));
    EXPECT_NO_THROW(octree_octant_count(make_octree_layout({1 << 18, 1 << 10, 1}, 1)));
    EXPECT_THROW(octree_octant_count(make_octree_layout({1 << 18, (1 << 10) + 2, 1}, 1)), UnsupportedError);
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
