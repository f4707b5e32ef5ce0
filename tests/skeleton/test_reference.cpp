// Thinning on the host: topology after every subiteration, shapes whose skeletons are known.
#include "skeleton/reference.h"
#include "skeleton/templates.h"
#include "tests/skeleton/objects.h"

#include <gtest/gtest.h>

namespace voxmarch {
namespace {

constexpr Peeling peelings[] = {Peeling::layers, Peeling::published};

/// Thins and expects every subiteration to leave the topology alone. @return the skeleton
BitVolume thinned(BitVolume object, Peeling peeling = Peeling::layers) {
    const Topology before = topology_of(object);
    thin_reference(object, peeling, 1 << 30, [&](const BitVolume &now) { ASSERT_EQ(topology_of(now), before); });
    return object;
}

TEST(EulerNumber, of_known_shapes) {
    EXPECT_EQ(topology_of(ball(9, 3.0)), (Topology{1, 1, 1}));
    EXPECT_EQ(topology_of(torus(15, 4.0, 1.5)), (Topology{1, 1, 0}));
    BitVolume shell = ball(9, 3.0);
    shell.set({4, 4, 4}, false);
    EXPECT_EQ(topology_of(shell), (Topology{1, 2, 2}));
    const BitVolume diagonal = object_where({2, 2, 2}, [](int x, int y, int z) { return x == y && y == z; });
    EXPECT_EQ(topology_of(diagonal), (Topology{1, 1, 1}));
}

TEST(ThinReference, random_volumes_keep_their_topology_in_every_subiteration) {
    for (unsigned seed = 0; seed < 30; ++seed) {
        for (const Peeling peeling : peelings) {
            thinned(random_object({7, 6, 5}, 0.1 + 0.03 * seed, seed), peeling);
            thinned(blobs({11, 10, 9}, 0.5, seed), peeling);
        }
    }
}

TEST(ThinReference, ball_becomes_a_voxel_torus_a_loop_and_y_has_three_ends) {
    for (const Peeling peeling : peelings) {
        EXPECT_EQ(thinned(ball(15, 5.5), peeling).count(), 1u);
        const BitVolume ring = thinned(torus(21, 6.0, 2.5), peeling);
        EXPECT_EQ(count_ends(ring), 0);
        // A circle of radius r takes 4 sqrt(2) r steps; the loop runs between the inside and the middle of the torus.
        EXPECT_GE(static_cast<double>(ring.count()), 4.0 * std::sqrt(2.0) * 3.5);
        EXPECT_LE(static_cast<double>(ring.count()), 4.0 * std::sqrt(2.0) * 6.0);
        EXPECT_EQ(count_ends(thinned(letter_y(29, 2.5), peeling)), 3);
    }
}

/// Distances of a skeleton's voxels from where the middle is.
double largest_distance(const BitVolume &skeleton, const std::function<double(const glm::dvec3 &)> &from_middle) {
    double largest = 0.0;
    skeleton.for_each(
        [&](const VoxelIndex &v) { largest = std::max(largest, from_middle(glm::dvec3(v[0], v[1], v[2]))); });
    return largest;
}

TEST(ThinReference, by_layers_the_skeleton_lies_in_the_middle) {
    const glm::dvec3 c(32.0);
    BitVolume ring = torus(65, 20.0, 7.0);
    thin_reference(ring);
    EXPECT_LE(
        largest_distance(
            ring, [&](const glm::dvec3 &p) { return std::hypot(std::hypot(p.x - c.x, p.y - c.y) - 20.0, p.z - c.z); }),
        2.0);
    for (const glm::dvec3 &direction :
         {glm::dvec3(1, 0, 0), glm::dvec3(1, 1, 0), glm::dvec3(1, 1, 1), glm::dvec3(3, 2, 1)}) {
        const glm::dvec3 u = glm::normalize(direction);
        const auto from_axis = [&](const glm::dvec3 &p) { return glm::length(p - c - glm::dot(p - c, u) * u); };
        const BitVolume rod = object_where({65, 65, 65}, [&](int x, int y, int z) {
            const glm::dvec3 p(x, y, z);
            return std::abs(glm::dot(p - c, u)) <= 25.0 && from_axis(p) <= 5.0;
        });
        BitVolume line = rod;
        thin_reference(line);
        EXPECT_LE(largest_distance(line, from_axis), 2.0);
        EXPECT_EQ(count_ends(line), 2);
        // Ends lose some radii: a blunt end becomes a point first.
        EXPECT_GE(largest_distance(line, [&](const glm::dvec3 &p) { return std::abs(glm::dot(p - c, u)); }), 14.0);
    }
}

TEST(ThinReference, nothing_more_can_go) {
    for (unsigned seed = 0; seed < 5; ++seed) {
        for (const Peeling peeling : peelings) {
            BitVolume skeleton = thinned(blobs({13, 12, 11}, 0.5, 100 + seed), peeling);
            const BitVolume once = skeleton;
            EXPECT_EQ(thin_reference(skeleton, Peeling::published), 1);
            EXPECT_EQ(skeleton, once);
        }
    }
}

TEST(ThinReference, empty_and_full_volumes) {
    BitVolume empty({5, 4, 3});
    EXPECT_EQ(thin_reference(empty), 1);
    EXPECT_EQ(empty.count(), 0u);
    BitVolume full = object_where({40, 9, 9}, [](int, int, int) { return true; });
    thin_reference(full);
    EXPECT_EQ(topology_of(full), (Topology{1, 1, 1}));
    EXPECT_GT(full.count(), 20u);
}

/// Turned by 90 degrees around an axis, the directions come in another order: voxels may differ, the shape may not.
TEST(ThinReference, turned_objects_have_skeletons_of_the_same_shape) {
    const int n = 41;
    const BitVolume y = letter_y(n, 2.5);
    const BitVolume turned = object_where(y.dims(), [&](int a, int b, int c) { return y.get({n - 1 - b, a, c}); });
    const BitVolume skeleton = thinned(y), of_turned = thinned(turned);
    EXPECT_EQ(topology_of(skeleton), topology_of(of_turned));
    EXPECT_EQ(count_ends(skeleton), count_ends(of_turned));
    EXPECT_NEAR(static_cast<double>(skeleton.count()), static_cast<double>(of_turned.count()), 5.0);
    // Every voxel of one has a voxel of the other within two steps.
    of_turned.for_each([&](const VoxelIndex &v) {
        bool found = false;
        for (int i = 0; i < 125; ++i) {
            const int a = v[0] + i % 5 - 2, b = v[1] + i / 5 % 5 - 2, c = v[2] + i / 25 - 2;
            found = found || (a >= 0 && b >= 0 && c >= 0 && a < n && b < n && c < n && skeleton.get({n - 1 - b, a, c}));
        }
        EXPECT_TRUE(found);
    });
}

TEST(KeepLargest, leaves_the_components_with_most_voxels) {
    BitVolume object({70, 5, 5});
    for (const int x : {0, 1, 2, 10, 11, 12, 13, 31, 32, 50}) {
        object.set({x, x % 2, 2}, true); // joined by corners; 31 and 32 across words
    }
    BitVolume two = object;
    keep_largest(two, 2);
    EXPECT_EQ(two.count(), 7u);
    EXPECT_TRUE(two.get({0, 0, 2}) && two.get({13, 1, 2}) && !two.get({31, 1, 2}));
    keep_largest(object, 3);
    EXPECT_EQ(object.count(), 9u);
    EXPECT_FALSE(object.get({50, 0, 2}));
}

TEST(CountFaceComponents, does_not_join_by_edges_and_corners) {
    BitVolume object({40, 4, 4});
    for (const VoxelIndex &v : {VoxelIndex{30, 1, 1}, {31, 1, 1}, {32, 1, 1}, {33, 2, 1}, {34, 3, 2}, {34, 3, 3}}) {
        object.set(v, true);
    }
    EXPECT_EQ(count_face_components(object), 3u);
    EXPECT_EQ(count_face_components(BitVolume({3, 3, 3})), 0u);
}

TEST(ObjectOf, takes_the_voxels_of_labels) {
    VolumeHeader header;
    header.grid.dims = {35, 3, 2};
    header.type = ScalarType::u8;
    std::vector<std::byte> voxels(35 * 3 * 2);
    for (std::size_t i = 0; i < voxels.size(); ++i) {
        voxels[i] = static_cast<std::byte>(i % 7);
    }
    const Volume volume(header, voxels);
    const std::vector<int> labels{2, 5};
    const BitVolume object = object_of(volume, labels), others = object_of(volume, labels, true);
    for (int i = 0; i < 210; ++i) {
        const VoxelIndex v{i % 35, i / 35 % 3, i / 105};
        EXPECT_EQ(object.get(v), i % 7 == 2 || i % 7 == 5);
        EXPECT_NE(object.get(v), others.get(v));
    }
}

TEST(ObjectOf, takes_voxels_not_below_the_isovalue) {
    VolumeHeader header;
    header.grid.dims = {35, 3, 2};
    header.type = ScalarType::i16;
    std::vector<std::int16_t> voxels(35 * 3 * 2);
    for (std::size_t i = 0; i < voxels.size(); ++i) {
        voxels[i] = static_cast<std::int16_t>(i % 7 - 3);
    }
    const auto bytes = std::as_bytes(std::span(voxels));
    const Volume volume(header, std::vector<std::byte>(bytes.begin(), bytes.end()));
    const BitVolume object = object_of(volume, 1.0), inverted = object_of(volume, 1.0, true);
    EXPECT_EQ(object.count() + inverted.count(), voxels.size());
    for (int i = 0; i < 210; ++i) {
        const VoxelIndex v{i % 35, i / 35 % 3, i / 105};
        EXPECT_EQ(object.get(v), voxels[static_cast<std::size_t>(i)] >= 1);
        EXPECT_NE(object.get(v), inverted.get(v));
    }
}

} // namespace
} // namespace voxmarch
