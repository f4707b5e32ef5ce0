// Two nodes of the octree in three bits: every pair, and octrees coded on the device.
#include "kernels/shared/node_pairs.h"

#include "octree/device_octree.h"
#include "tests/support/octree_reference.h"
#include "tests/support/test_device.h"

#include <gtest/gtest.h>
#include <random>

namespace voxmarch {
namespace {

using Pair = std::pair<vx_uint, vx_uint>;

Pair decoded(vx_uint code) {
    return {static_cast<vx_uint>(node_of_pair(code, 0)), static_cast<vx_uint>(node_of_pair(code, 1))};
}

TEST(NodePairs, all_but_one_come_back_from_three_bits) {
    for (const vx_uint first : {NODE_EMPTY, NODE_DESCEND, NODE_MARCH}) {
        for (const vx_uint second : {NODE_EMPTY, NODE_DESCEND, NODE_MARCH}) {
            const vx_uint code = node_pair_code(first, second);
            EXPECT_LT(code, 8u);
            const bool left_out = first == NODE_DESCEND && second == NODE_MARCH;
            EXPECT_EQ(decoded(code), left_out ? Pair(NODE_DESCEND, NODE_DESCEND) : Pair(first, second))
                << first << " " << second;
        }
    }
}

TEST(NodePairs, every_code_is_a_pair_of_its_own) {
    for (vx_uint code = 0; code < 8; ++code) {
        EXPECT_EQ(node_pair_code(decoded(code).first, decoded(code).second), code);
    }
}

TEST(NodePairs, lie_as_they_are_drawn) {
    const OctreeLayout layout = make_octree_layout({11, 7, 3}, 2); // 24 nodes
    EXPECT_EQ(octree_pair_bytes(layout), 2u * 3 + 3);
    EXPECT_EQ(octree_pair_bytes(make_octree_layout({257, 257, 257}, 8)), 37456u * 3 / 16 + 3) << "37449 nodes";
}

/// States after coding, that is.
std::vector<std::uint8_t> with_stand_ins(std::vector<std::uint8_t> states, int &stand_ins) {
    for (std::size_t i = 0; i + 1 < states.size(); i += 2) {
        if (states[i] == NODE_DESCEND && states[i + 1] == NODE_MARCH) {
            states[i + 1] = NODE_DESCEND;
            ++stand_ins;
        }
    }
    return states;
}

TEST(NodePairs, an_octree_coded_on_the_device_has_the_nodes_of_the_one_before) {
    std::mt19937 random(15);
    int stand_ins = 0;
    for (int round = 0; round < 40; ++round) {
        const int n = round < 20 ? 6 : 45;
        std::array<int, 3> dims;
        for (int &length : dims) {
            length = 1 + static_cast<int>(random() % static_cast<unsigned>(n));
        }
        // Mostly full on one side, mostly empty on the other: nodes of all states.
        std::vector<std::uint8_t> voxels;
        for (int i = 0; i < dims[0] * dims[1] * dims[2]; ++i) {
            const bool full = i % dims[0] > dims[0] / 3;
            voxels.push_back(random() % 97 == 0 ? !full : full);
        }
        DeviceArray array;
        array.buffer = Buffer(test_device(), voxels.size(), "voxels");
        array.buffer.upload(std::as_bytes(std::span(voxels)));
        DeviceOctree octree(test_device());
        (void)octree.measure(dims, 1 << (round % 3), DeviceOctree::Field::opacity, array, "u8");
        const PackedTable table = pack_table(TransferTable{{0.0, 1.0}, std::vector<glm::vec4>(2)});
        for (int again = 0; again < 2; ++again) {
            (void)octree.classify(table, {}, 0.6f);
            const std::vector<std::uint8_t> states = octree.node_states();
            const std::uint32_t occupied = octree.occupied_leaves();
            const auto nodes = static_cast<std::uint64_t>(octree_node_count(octree.layout()));
            const std::uint64_t bytes = octree.bytes();
            EXPECT_EQ(octree.node_bytes(), 5 * nodes);
            (void)octree.code_pairs();
            EXPECT_EQ(octree.node_states(), with_stand_ins(states, stand_ins)) << round;
            EXPECT_EQ(octree.occupied_leaves(), occupied) << round;
            EXPECT_EQ(octree.node_bytes(), octree_pair_bytes(octree.layout()) + 4);
            EXPECT_EQ(octree.nodes().bytes(), octree_pair_bytes(octree.layout()));
            EXPECT_EQ(octree.bytes() - octree.node_bytes(), bytes - 5 * nodes);
        }
    }
    EXPECT_GT(stand_ins, 0) << "none of the pairs that have no code of their own was among them";
}

} // namespace
} // namespace voxmarch
