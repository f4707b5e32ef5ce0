// Compares meshes: triangle by triangle whatever their order, and with their order.
#pragma once

#include "isosurface/device_field.h"
#include "tests/support/test_device.h"
#include "volume/volume.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace voxmarch {

/// The edge of the lattice that a vertex lies on, as a number; vertices at a voxel's centre are that voxel's.
inline std::uint64_t edge_of(const glm::vec3 &p) {
    constexpr float at_voxel = 2e-4f;
    std::uint64_t key = 0, axis = 3;
    for (int i = 0; i < 3; ++i) {
        float cell = std::floor(p[i]);
        const float share = p[i] - cell;
        if (share > 1.0f - at_voxel) {
            cell += 1.0f;
        } else if (share > at_voxel) {
            axis = static_cast<std::uint64_t>(i);
        }
        key = key << 20 | static_cast<std::uint64_t>(cell);
    }
    return key << 2 | axis;
}

/// Triangles by the edges of their corners, the smallest first, orientation kept; sorted.
inline std::vector<std::array<std::uint64_t, 3>> canonical_triangles(const Mesh &mesh) {
    std::vector<std::array<std::uint64_t, 3>> result;
    for (const MeshTriangle &t : mesh.triangles) {
        std::array<std::uint64_t, 3> keys;
        for (std::size_t i = 0; i < 3; ++i) {
            keys[i] = edge_of(mesh.positions.at(t[i]));
        }
        std::rotate(keys.begin(), std::min_element(keys.begin(), keys.end()), keys.end());
        result.push_back(keys);
    }
    std::sort(result.begin(), result.end());
    return result;
}

/// Vertices by edge, place and normal; sorted.
inline std::vector<std::array<double, 7>> canonical_vertices(const Mesh &mesh) {
    std::vector<std::array<double, 7>> result;
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        const glm::vec3 &p = mesh.positions[i];
        const glm::vec3 n = mesh.normals.empty() ? glm::vec3(0.0f) : mesh.normals[i];
        result.push_back({static_cast<double>(edge_of(p)), p.x, p.y, p.z, n.x, n.y, n.z});
    }
    std::sort(result.begin(), result.end());
    return result;
}

/// Same triangles, and vertices at the same places; normals too where edges have a vertex to themselves.
inline void expect_same_mesh(const Mesh &mesh, const Mesh &expected, bool compare_normals = true) {
    ASSERT_EQ(mesh.positions.size(), expected.positions.size());
    ASSERT_EQ(mesh.triangles.size(), expected.triangles.size());
    EXPECT_TRUE(canonical_triangles(mesh) == canonical_triangles(expected));
    const auto vertices = canonical_vertices(mesh), expected_vertices = canonical_vertices(expected);
    double farthest = 0.0, most_turned = 0.0;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        ASSERT_EQ(vertices[i][0], expected_vertices[i][0]);
        double turned = 0.0;
        for (std::size_t j = 1; j < 7; ++j) {
            double &largest = j < 4 ? farthest : turned;
            largest = std::max(largest, std::abs(vertices[i][j] - expected_vertices[i][j]));
        }
        const bool alone = (static_cast<std::uint64_t>(vertices[i][0]) & 3) != 3;
        most_turned = std::max(most_turned, alone ? turned : 0.0);
    }
    EXPECT_LT(farthest, 4e-4);
    EXPECT_TRUE(!compare_normals || most_turned < 2e-3) << most_turned;
}

/// The same triangles of the same vertices, one after the other, and vertices at the same places in the same order.
inline void expect_same_order(const Mesh &mesh, const Mesh &expected) {
    ASSERT_EQ(mesh.positions.size(), expected.positions.size());
    EXPECT_TRUE(mesh.triangles == expected.triangles);
    float farthest = 0.0f;
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        farthest = std::max(farthest, glm::distance(mesh.positions[i], expected.positions[i]));
    }
    EXPECT_LT(farthest, 4e-4f);
}

} // namespace voxmarch
