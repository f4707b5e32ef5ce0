// The octree made on the device against the one made on the host, over random volumes and transfer functions.
#include "octree/device_octree.h"
#include "tests/support/octree_reference.h"
#include "tests/support/test_device.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace voxmarch {
namespace {

struct RandomVolume {
    std::array<int, 3> dims;
    std::vector<std::uint8_t> voxels;
    int at(int x, int y, int z) const { return voxels[(static_cast<std::size_t>(z) * dims[1] + y) * dims[0] + x]; }
};

/// Mostly one background value, with a few specks and a few noisy boxes.
RandomVolume random_volume(std::mt19937 &random, int largest) {
    RandomVolume volume;
    for (int &n : volume.dims) {
        n = 1 + static_cast<int>(random() % static_cast<unsigned>(largest));
    }
    const std::size_t count = static_cast<std::size_t>(volume.dims[0]) * volume.dims[1] * volume.dims[2];
    volume.voxels.assign(count, static_cast<std::uint8_t>(random() % 256));
    for (unsigned speck = 0; speck < 1 + random() % 20; ++speck) {
        volume.voxels[random() % count] = static_cast<std::uint8_t>(random() % 256);
    }
    return volume;
}

/// Opaque in a few random intervals of values, transparent elsewhere.
TransferFunction random_transfer(std::mt19937 &random) {
    TransferFunction transfer;
    transfer.name = "random";
    transfer.domain = TransferDomain::value;
    transfer.colors = {{0.0, {1, 1, 1}}};
    double scalar = 0.0;
    while (scalar < 255.0) {
        transfer.opacities.push_back({scalar, random() % 3 == 0 ? 0.4 : 0.0});
        scalar += 0.5 * static_cast<double>(1 + random() % 120); // whole and half values: plateaus meet the edges
    }
    return transfer;
}

std::vector<std::uint8_t> bytes_of(const Buffer &buffer, std::size_t count) {
    std::vector<std::uint8_t> bytes(count);
    buffer.download(std::as_writable_bytes(std::span(bytes)));
    return bytes;
}

std::vector<std::uint32_t> counts_of(const DeviceOctree &octree) {
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(octree_node_count(octree.layout())));
    octree.counts().download(std::as_writable_bytes(std::span(counts)));
    return counts;
}

DeviceArray buffer_of(const std::vector<std::uint8_t> &bytes) {
    DeviceArray array;
    array.buffer = Buffer(test_device(), bytes.size(), "voxels");
    array.buffer.upload(std::as_bytes(std::span(bytes)));
    return array;
}

TEST(DeviceOctree, post_classified_occupancy_equals_the_reference) {
    std::mt19937 random(7);
    for (int round = 0; round < 24; ++round) {
        const RandomVolume volume = random_volume(random, round < 12 ? 20 : 70);
        const DeviceArray voxels = buffer_of(volume.voxels);
        const TransferFunction transfer = random_transfer(random);
        const TransferTable table = sample_table(transfer, {0.0, 255.0}, 256, 0.5);
        const int edge = 1 << (round % 6);
        const float threshold = 0.25f * static_cast<float>(round % 4);
        DeviceOctree octree(test_device());
        (void)octree.measure(volume.dims, edge, DeviceOctree::Field::scalar, voxels, "u8");
        const PackedTable packed = pack_table(table);
        (void)octree.classify(packed, table_coordinates(table, {}), threshold);

        // Visible: at an end of the interval or at a point in between; dense sampling stands for "anywhere".
        const auto opacity_at = [&](double value) {
            const double place =
                std::clamp((value - table.domain.min) / (table.domain.max - table.domain.min), 0.0, 1.0) *
                static_cast<double>(table.entries.size() - 1);
            const std::size_t entry = std::min(static_cast<std::size_t>(place), table.entries.size() - 2);
            const double share = place - static_cast<double>(entry);
            return (1.0 - share) * table.entries[entry].w + share * table.entries[entry + 1].w;
        };
        const auto visible = [&](double low, double high) {
            for (int i = 0; i <= 1024; ++i) {
                if (opacity_at(low + (high - low) * i / 1024.0) > 1e-9) {
                    return true;
                }
            }
            return false;
        };
        const OctreeLayout layout = octree.layout();
        const auto value = [&](int x, int y, int z) { return static_cast<double>(volume.at(x, y, z)); };
        const std::vector<std::uint32_t> expected = reference_node_counts(layout, value, visible);
        const std::string what =
            fmt::format("round {}, {}x{}x{}, leaf {}", round, volume.dims[0], volume.dims[1], volume.dims[2], edge);
        EXPECT_EQ(counts_of(octree), expected) << what;
        EXPECT_EQ(bytes_of(octree.states(), expected.size()), reference_node_states(layout, expected, threshold))
            << what;
    }
}

TEST(DeviceOctree, leaves_of_four_are_kept_and_change_nothing) {
    std::mt19937 random(12);
    for (int round = 0; round < 24; ++round) {
        const RandomVolume volume = random_volume(random, 70);
        const DeviceArray voxels = buffer_of(volume.voxels);
        const auto scalar = DeviceOctree::Field::scalar;
        const int edge = 2 << (round % 5);
        DeviceOctree octree(test_device()), plain(test_device()), fours(test_device());
        (void)octree.measure(volume.dims, edge, scalar, voxels, "u8", 0, true);
        (void)plain.measure(volume.dims, edge, scalar, voxels, "u8");
        (void)fours.measure(volume.dims, 4, scalar, voxels, "u8");
        for (DeviceOctree *any : {&octree, &plain}) {
            (void)any->classify_isovalues({volume.voxels[0] + 0.5f}, 0.0f);
        }
        EXPECT_EQ(counts_of(octree), counts_of(plain)) << round;
        EXPECT_EQ(octree.occupied_leaves(), counts_of(plain).back());
        EXPECT_EQ(plain.fours() != nullptr, edge == 4);
        ASSERT_EQ(octree.fours() != nullptr, edge >= 4);
        if (edge >= 4) {
            const auto count = static_cast<std::size_t>(octree_leaf_count(fours.layout())) * 8;
            EXPECT_EQ(bytes_of(*octree.fours(), count), bytes_of(*fours.fours(), count)) << round;
        }
        octree.drop_fours();
        EXPECT_EQ(octree.fours() != nullptr, edge == 4);
        (void)octree.measure(volume.dims, 4, scalar, voxels, "u8", 1);
        EXPECT_EQ(octree.fours(), nullptr) << "a margin makes other ranges";
    }
}

TEST(DeviceOctree, ranges_of_another_octree_give_the_same_nodes_and_take_no_memory) {
    std::mt19937 random(13);
    for (int round = 0; round < 16; ++round) {
        const RandomVolume volume = random_volume(random, 40);
        const DeviceArray voxels = buffer_of(volume.voxels);
        DeviceArray image; // its voxels are shares of 255
        if (round % 2 == 0) {
            image.image = Image3D(test_device(), ImageFormat::r8, volume.dims, "voxels");
            image.image.upload(std::as_bytes(std::span(volume.voxels)));
        }
        DeviceOctree own(test_device()), others(test_device()), borrowing(test_device());
        (void)own.measure(volume.dims, 4, DeviceOctree::Field::scalar, voxels, "u8");
        (void)others.measure(volume.dims, 4, DeviceOctree::Field::scalar, image.image ? image : voxels, "u8");
        borrowing.lay_out(volume.dims, 4);
        for (const float isovalue : {float(volume.voxels[0]), volume.voxels[0] + 0.5f, float(volume.voxels.back())}) {
            (void)own.classify_isovalues({isovalue}, 0.0f);
            (void)borrowing.classify_isovalues({isovalue}, 0.0f, others.fours(), image.image ? 255.0f : 1.0f);
            EXPECT_EQ(counts_of(borrowing), counts_of(own)) << round << " at " << isovalue;
        }
        const auto leaves = static_cast<std::uint64_t>(octree_leaf_count(own.layout()));
        EXPECT_EQ(borrowing.bytes() + 8 * leaves, own.bytes());
    }
}

TEST(DeviceOctree, pre_classified_occupancy_equals_the_reference) {
    std::mt19937 random(8);
    for (int round = 0; round < 12; ++round) {
        RandomVolume volume = random_volume(random, 50);
        for (std::uint8_t &voxel : volume.voxels) {
            voxel = random() % 60 == 0 ? 1 : 0;
        }
        const DeviceArray voxels = buffer_of(volume.voxels);
        DeviceOctree octree(test_device());
        (void)octree.measure(volume.dims, 1 << (round % 6), DeviceOctree::Field::opacity, voxels, "u8");
        (void)octree.classify(pack_table(TransferTable{{0.0, 1.0}, std::vector<glm::vec4>(2)}), {}, 0.5f);
        const auto value = [&](int x, int y, int z) { return static_cast<double>(volume.at(x, y, z)); };
        const auto visible = [](double, double high) { return high > 0.0; };
        EXPECT_EQ(counts_of(octree), reference_node_counts(octree.layout(), value, visible)) << round;
    }
}

/// One row of voxels along `axis`, some of them 1.
RandomVolume speckled_row(std::size_t axis, int length, std::mt19937 &random) {
    RandomVolume volume{{1, 1, 1}, std::vector<std::uint8_t>(static_cast<std::size_t>(length))};
    volume.dims[axis] = length;
    for (int speck = 0; speck < 1000; ++speck) {
        volume.voxels[random() % volume.voxels.size()] = 1;
    }
    volume.voxels.front() = volume.voxels.back() = 1;
    return volume;
}

/// Leaves to the nearest occupied one in a row, at most `limit`.
std::vector<std::uint8_t> distances_in_a_row(const std::vector<std::uint8_t> &states, std::size_t leaves, int limit) {
    std::vector<std::uint8_t> distances(leaves, static_cast<std::uint8_t>(limit));
    int so_far = limit;
    const auto visit = [&](std::size_t leaf) {
        so_far = states[leaf] != NODE_EMPTY ? 0 : std::min(so_far + 1, limit);
        distances[leaf] = static_cast<std::uint8_t>(std::min<int>(distances[leaf], so_far));
    };
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
        visit(leaf);
    }
    so_far = limit;
    for (std::size_t leaf = leaves; leaf-- > 0;) {
        visit(leaf);
    }
    return distances;
}

TEST(DeviceOctree, axes_of_all_lengths_are_measured_and_summed_up_to_the_root) {
    std::mt19937 random(14);
    for (const auto &[length, edge] : {std::pair{131073, 1}, {140000, 4}, {1 << 20, 1}, {1 << 20, 32}}) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const RandomVolume volume = speckled_row(axis, length, random);
            const DeviceArray voxels = buffer_of(volume.voxels);
            DeviceOctree octree(test_device());
            (void)octree.measure(volume.dims, edge, DeviceOctree::Field::opacity, voxels, "u8");
            (void)octree.classify(pack_table(TransferTable{{0.0, 1.0}, std::vector<glm::vec4>(2)}), {}, 0.5f);
            const OctreeLayout layout = octree.layout();
            const auto value = [&](int x, int y, int z) { return static_cast<double>(volume.at(x, y, z)); };
            const auto visible = [](double, double high) { return high > 0.0; };
            const std::vector<std::uint32_t> counts = reference_node_counts(layout, value, visible);
            const std::string what = fmt::format("{} along axis {}, leaf {}", length, axis, edge);
            // One bool each: a list of two million numbers says nothing.
            EXPECT_TRUE(counts_of(octree) == counts) << what;
            const std::vector<std::uint8_t> states = reference_node_states(layout, counts, 0.5);
            EXPECT_TRUE(bytes_of(octree.states(), states.size()) == states) << what;
            (void)octree.make_distance_map(DistanceMap::all_directions);
            const auto leaves = static_cast<std::size_t>(octree_leaf_count(layout));
            EXPECT_TRUE(bytes_of(octree.distances(), leaves) ==
                        distances_in_a_row(states, leaves, DeviceOctree::distance_limit))
                << what;
        }
    }
}

TEST(DeviceOctree, distance_maps_equal_the_reference) {
    std::mt19937 random(9);
    for (int round = 0; round < 16; ++round) {
        RandomVolume volume = random_volume(random, 40);
        for (std::uint8_t &voxel : volume.voxels) {
            voxel = random() % 500 == 0 ? 1 : 0;
        }
        const DeviceArray voxels = buffer_of(volume.voxels);
        DeviceOctree octree(test_device());
        (void)octree.measure(volume.dims, 2 << (round % 2), DeviceOctree::Field::opacity, voxels, "u8");
        (void)octree.classify(pack_table(TransferTable{{0.0, 1.0}, std::vector<glm::vec4>(2)}), {}, 0.5f);
        const OctreeLayout layout = octree.layout();
        const auto leaves = static_cast<std::size_t>(octree_leaf_count(layout));
        const std::vector<std::uint8_t> states =
            bytes_of(octree.states(), static_cast<std::size_t>(octree_node_count(layout)));
        const int limit =
            std::min(DeviceOctree::distance_limit, std::max({layout.leaves[0], layout.leaves[1], layout.leaves[2]}));

        for (const int lanes : {4, 16}) {
            (void)octree.make_distance_map(DistanceMap::all_directions, lanes);
            EXPECT_EQ(bytes_of(octree.distances(), leaves), reference_distance_map(layout, states, limit)) << round;
        }

        // Ahead of a ray into octant o lie the leaves whose indices are not smaller (bit set) or not larger.
        std::vector<std::uint8_t> expected(8 * leaves, static_cast<std::uint8_t>(limit));
        const int nx = layout.leaves[0], ny = layout.leaves[1];
        for (std::size_t from = 0; from < leaves; ++from) {
            for (std::size_t to = 0; to < leaves; ++to) {
                if (states[to] == NODE_EMPTY) {
                    continue;
                }
                const int i = static_cast<int>(from), j = static_cast<int>(to);
                const int step[3] = {j % nx - i % nx, j / nx % ny - i / nx % ny, j / (nx * ny) - i / (nx * ny)};
                for (std::size_t o = 0; o < 8; ++o) {
                    int distance = 0;
                    for (std::size_t axis = 0; axis < 3; ++axis) {
                        const int ahead = (o >> axis) & 1 ? step[axis] : -step[axis];
                        distance = ahead < 0 ? 256 : std::max(distance, ahead);
                        if (ahead < 0) {
                            break;
                        }
                    }
                    expected[o * leaves + from] =
                        static_cast<std::uint8_t>(std::min<int>(expected[o * leaves + from], distance));
                }
            }
        }
        for (const int lanes : {4, 16}) {
            (void)octree.make_distance_map(DistanceMap::octants, lanes);
            EXPECT_EQ(bytes_of(octree.distances(), 8 * leaves), expected) << round << ", lanes " << lanes;
        }
    }
}

} // namespace
} // namespace voxmarch
