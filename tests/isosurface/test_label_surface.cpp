// Surfaces of labels: closed whatever they touch, in the middle between voxels, and of volumes counted cell by cell.
#include "isosurface/label_surface.h"
#include "isosurface/measures.h"
#include "isosurface/reference.h"
#include "tests/isosurface/test_volumes.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

/// The mask of a label with a voxel of nothing on all sides.
Volume padded_mask(const Volume &labels, int label) {
    const auto &n = labels.grid().dims;
    return volume_of({n[0] + 2, n[1] + 2, n[2] + 2}, ScalarType::u8, [&](int x, int y, int z) {
        const bool beyond = x < 1 || y < 1 || z < 1 || x > n[0] || y > n[1] || z > n[2];
        return !beyond && labels.value(x - 1, y - 1, z - 1) == label ? 1.0 : 0.0;
    });
}

using Corners = std::array<std::array<float, 3>, 3>;

/// Triangles by the places of their corners, from the smallest corner on, sorted.
std::vector<Corners> triangles_of(const Mesh &mesh, float shift) {
    std::vector<Corners> result;
    for (const MeshTriangle &t : mesh.triangles) {
        Corners corners{};
        for (std::size_t i = 0; i < 3; ++i) {
            const glm::vec3 p = mesh.positions[t[i]] + shift;
            corners[i] = {p.x, p.y, p.z};
        }
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
        result.push_back(corners);
    }
    std::sort(result.begin(), result.end());
    return result;
}

/// Noise of four labels: all cases of cells, all borders touched.
TEST(LabelSurface, is_the_isosurface_of_the_padded_mask_and_closed) {
    for (const ScalarType type : {ScalarType::u8, ScalarType::u16, ScalarType::f32}) {
        std::mt19937 random(11);
        const Volume labels =
            volume_of({9, 7, 8}, type, [&](int, int, int) { return static_cast<double>(random() % 4); });
        for (const LabelExtent &extent : label_extents(labels)) {
            const Mesh mesh = label_surface(labels, extent);
            const MeshMeasures measures = measure(mesh);
            EXPECT_TRUE(measures.watertight()) << extent.label;
            EXPECT_EQ(measures.degenerate, 0u);
            const Mesh reference = extract_reference(padded_mask(labels, extent.label), 0.5f, false);
            EXPECT_EQ(mesh.positions.size(), reference.positions.size());
            EXPECT_EQ(triangles_of(mesh, 1.0f), triangles_of(reference, 0.0f)) << extent.label;
        }
    }
}

TEST(LabelSurface, holds_what_the_voxels_hold_but_for_corners) {
    const Volume ball = volume_of({40, 40, 40}, ScalarType::u8, [](int x, int y, int z) {
        return std::hypot(x - 19.5, y - 19.5, z - 19.5) < 15 ? 40 : 3;
    });
    const std::vector<LabelExtent> extents = label_extents(ball);
    ASSERT_EQ(extents.size(), 2u);
    EXPECT_EQ(extents[0].label, 3);
    EXPECT_EQ(extents[0].low, (std::array{0, 0, 0}));
    EXPECT_EQ(extents[0].high, (std::array{39, 39, 39}));
    EXPECT_EQ(extents[1].label, 40);
    EXPECT_EQ(extents[1].low, (std::array{5, 5, 5}));
    EXPECT_EQ(extents[1].high, (std::array{34, 34, 34}));
    EXPECT_EQ(extents[0].voxels + extents[1].voxels, 64000u);
    const MeshMeasures measures = measure(label_surface(ball, extents[1]));
    EXPECT_EQ(measures.euler, 2);
    EXPECT_NEAR(measures.volume / static_cast<double>(extents[1].voxels), 1.0, 0.02);
    // The rest of the box: its hull less the ball; 6 octants of an edge's and corner's rounding apart.
    const MeshMeasures rest = measure(label_surface(ball, extents[0]));
    EXPECT_EQ(rest.components, 2u);
    EXPECT_TRUE(rest.watertight());
    EXPECT_NEAR(rest.volume / static_cast<double>(extents[0].voxels), 1.0, 0.02);
}

/// A voxel alone is an octahedron of volume 1/6; one slice is closed too.
TEST(LabelSurface, takes_single_voxels_and_single_slices) {
    const Volume labels = volume_of({3, 3, 1}, ScalarType::u8, [](int x, int y, int) { return x == 1 && y == 1; });
    const std::vector<LabelExtent> extents = label_extents(labels);
    const MeshMeasures voxel = measure(label_surface(labels, extents[1]));
    EXPECT_TRUE(voxel.watertight());
    EXPECT_EQ(voxel.triangles, 8u);
    EXPECT_NEAR(voxel.volume, 1.0 / 6.0, 1e-6);
    const MeshMeasures rest = measure(label_surface(labels, extents[0]));
    EXPECT_TRUE(rest.watertight());
    EXPECT_EQ(rest.euler, 0); // a ring
}

TEST(LabelSurface, refuses_values_that_are_no_labels) {
    EXPECT_THROW(label_extents(volume_of({2, 2, 2}, ScalarType::f32, [](int x, int, int) { return x * 0.5; })),
                 std::exception);
    // 2^24 as a float may have been 2^24 + 1 in the file.
    EXPECT_THROW(label_extents(volume_of({2, 2, 2}, ScalarType::f32, [](int x, int, int) { return x * 16777216.0; })),
                 std::exception);
    EXPECT_THROW(label_extents(volume_of({2, 2, 2}, ScalarType::i16, [](int x, int, int) { return -x; })),
                 std::exception);
}

} // namespace
} // namespace voxmarch
