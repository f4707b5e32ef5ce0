// Meshes turned into volumes: against formulas of solids, and against winding numbers that need no rays.
#include "base/error.h"
#include "isosurface/reference.h"
#include "isosurface/voxeliser.h"
#include "tests/device/device_fixture.h"
#include "tests/isosurface/test_volumes.h"

#include <numbers>

namespace voxmarch {
namespace {

Voxeliser &voxeliser() {
    static auto *const one = new Voxeliser(test_device());
    return *one;
}

/// A box whose triangles face outwards.
Mesh box(const glm::vec3 &low, const glm::vec3 &high) {
    Mesh mesh;
    for (int i = 0; i < 8; ++i) {
        mesh.positions.push_back({i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
    }
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

Grid unit_grid(int nx, int ny, int nz) {
    Grid grid;
    grid.dims = {nx, ny, nz};
    return grid;
}

/// A sphere or a torus in voxels of a grid of n, moved and scaled into a box of edge 1 around 0.
Mesh moved(Mesh mesh, int n) {
    for (glm::vec3 &position : mesh.positions) {
        position = position / static_cast<float>(n - 1) - 0.5f;
    }
    return mesh;
}

/// Voxels by what a formula says of their centres; those within `unsure` of the surface may be either.
/// @param distance  of a place to the surface, positive inside
void expect_like_formula(const Volume &volume, double unsure,
                         const std::function<double(const glm::dvec3 &)> &distance) {
    const Grid &grid = volume.grid();
    const glm::dmat4 world_from_voxel = grid.world_from_voxel();
    std::uint64_t inside = 0, wrong = 0;
    for (int z = 0; z < grid.dims[2]; ++z) {
        for (int y = 0; y < grid.dims[1]; ++y) {
            for (int x = 0; x < grid.dims[0]; ++x) {
                const double d = distance(glm::dvec3(world_from_voxel * glm::dvec4(x, y, z, 1.0)));
                inside += d > 0.0;
                wrong += std::abs(d) > unsure && (volume.value(x, y, z) != 0.0) != (d > 0.0);
            }
        }
    }
    EXPECT_EQ(wrong, 0u);
    EXPECT_GT(inside, 0u);
}

double volume_inside(const Volume &volume) {
    const glm::dvec3 &s = volume.grid().spacing;
    return static_cast<double>(volume.value_counts()[255]) * s.x * s.y * s.z;
}

TEST(Voxeliser, counts_the_voxels_of_boxes) {
    struct Case {
        glm::vec3 low, high;
        std::uint64_t voxels;
    };
    for (const Case &one : {Case{{1.25f, 2.5f, 0.75f}, {5.75f, 4.5f, 3.25f}, 4 * 2 * 3},
                            Case{{1.0f, 1.0f, 1.0f}, {4.0f, 4.0f, 4.0f}, 27}, // centres on the lower faces are inside
                            Case{{-9.0f, 3.0f, -4.0f}, {30.0f, 4.0f, 50.0f}, 9 * 1 * 7},
                            Case{{3.1f, 3.1f, 3.1f}, {3.9f, 3.9f, 3.9f}, 0}}) {
        const RayCounts counts = voxeliser().count(box(one.low, one.high), unit_grid(9, 6, 7));
        EXPECT_EQ(counts.rays, 54u);
        EXPECT_TRUE(counts.sides_agree());
        EXPECT_EQ(counts.lowest, 0);
        EXPECT_EQ(counts.highest, one.voxels > 0);
        EXPECT_EQ(oddity_text(counts, InsideRule::winding), "");
        const Volume volume = voxeliser().volume(InsideRule::winding, 7, "box");
        EXPECT_EQ(volume.value_counts()[7], one.voxels);
        EXPECT_EQ(volume.value_counts()[0], 9 * 6 * 7 - one.voxels);
    }
}

TEST(Voxeliser, triangles_of_any_size_fill_the_same_box) {
    const Grid grid = unit_grid(301, 200, 3);
    ASSERT_TRUE(voxeliser().count(box({1.5f, 1.5f, 0.5f}, {280.5f, 190.5f, 1.5f}), grid).sides_agree());
    EXPECT_EQ(voxeliser().volume(InsideRule::winding, 255, "box").value_counts()[255], 279u * 189u);
}

TEST(Voxeliser, finds_sphere_and_torus) {
    const int n = 70;
    const Mesh sphere = moved(extract_reference(exact_sphere(n, 0.35), 0.0f), n);
    const Mesh torus = moved(extract_reference(exact_torus(n, 0.28, 0.12), 0.0f), n);
    for (const int edge : {3, 50, 129}) {
        const Grid grid = grid_around(sphere, edge);
        EXPECT_EQ(grid.dims, (std::array<int, 3>{edge, edge, edge}));
        EXPECT_NEAR(grid.spacing.x * (edge - 2) / 0.7, 1.0, 1e-3);
        EXPECT_NEAR(glm::length(grid.center()), 0.0, 1e-6);
        ASSERT_TRUE(voxeliser().count(sphere, grid).sides_agree());
        const Volume ball = voxeliser().volume(InsideRule::winding, 255, "sphere");
        const double flat = 0.5 / (n - 1) / (n - 1) / 0.35; // of triangles below the sphere
        expect_like_formula(ball, flat + grid.spacing.x / 100,
                            [](const glm::dvec3 &p) { return 0.35 - glm::length(p); });
        if (edge > 3) {
            EXPECT_NEAR(volume_inside(ball) / (4.0 / 3.0 * std::numbers::pi * 0.35 * 0.35 * 0.35), 1.0, 0.005) << edge;
        }
    }
    const Grid grid = grid_around(torus, 160);
    EXPECT_EQ(grid.dims, (std::array<int, 3>{160, 160, 50})); // 0.8 x 0.8 x 0.24
    ASSERT_TRUE(voxeliser().count(torus, grid).sides_agree());
    const Volume ring = voxeliser().volume(InsideRule::winding, 255, "torus");
    expect_like_formula(ring, 0.5 / (n - 1) / (n - 1) / 0.12 + grid.spacing.x / 100,
                        [](const glm::dvec3 &p) { return 0.12 - std::hypot(std::hypot(p.x, p.y) - 0.28, p.z); });
    EXPECT_NEAR(volume_inside(ring) / (2 * std::numbers::pi * std::numbers::pi * 0.28 * 0.12 * 0.12), 1.0, 0.005);
}

TEST(Voxeliser, fills_turned_mirrored_and_stretched_grids) {
    const Mesh sphere = moved(extract_reference(exact_sphere(50, 0.35), 0.0f), 50);
    Grid grid = unit_grid(41, 57, 23);
    const glm::dvec3 x = glm::normalize(glm::dvec3(2.0, 1.0, 0.5));
    const glm::dvec3 y = glm::normalize(glm::cross(x, glm::dvec3(0.0, 0.3, 1.0)));
    grid.spacing = {0.02, 0.015, 0.04};
    for (const double side : {1.0, -1.0}) {
        grid.direction = glm::dmat3(x, y, side * glm::cross(x, y));
        grid.origin += glm::dvec3(0.03, 0.05, -0.02) - grid.center(); // the middle of the grid is there
        const RayCounts counts = voxeliser().count(sphere, grid);
        EXPECT_TRUE(counts.sides_agree());
        // A mirrored grid sees the same triangles from the other side.
        EXPECT_EQ(oddity_text(counts, InsideRule::winding), "") << side;
        const Volume volume = voxeliser().volume(InsideRule::winding, 255, "sphere");
        expect_like_formula(volume, 0.001, [](const glm::dvec3 &p) { return 0.35 - glm::length(p); });
    }
}

/// Six times the volume of a tetrahedron.
std::int64_t determinant(const std::array<std::int64_t, 3> &a, const std::array<std::int64_t, 3> &b,
                         const std::array<std::int64_t, 3> &c, const std::array<std::int64_t, 3> &d) {
    std::array<std::array<std::int64_t, 3>, 3> m{};
    for (std::size_t i = 0; i < 3; ++i) {
        m[0][i] = b[i] - a[i];
        m[1][i] = c[i] - a[i];
        m[2][i] = d[i] - a[i];
    }
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/// Tetrahedra with corners at whole 256ths, either side out, that overlap and share no vertices.
struct Tetrahedra {
    std::vector<std::array<std::array<std::int64_t, 3>, 4>> corners;
    Mesh mesh;

    Tetrahedra(int count, int edge, unsigned seed) {
        std::mt19937 random(seed);
        for (int i = 0; i < count; ++i) {
            auto &one = corners.emplace_back();
            const auto first = static_cast<std::uint32_t>(mesh.positions.size());
            for (auto &corner : one) {
                for (auto &place : corner) {
                    place =
                        static_cast<std::int64_t>(random() % static_cast<unsigned>(256 * edge)) & (i % 2 ? ~63 : ~0);
                }
                mesh.positions.push_back(glm::vec3(corner[0], corner[1], corner[2]) / 256.0f);
            }
            for (const MeshTriangle &t : {MeshTriangle{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}) {
                mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
            }
        }
    }

    /// By exact signs; empty for a voxel centre on a face.
    std::optional<int> winding(int x, int y, int z) const {
        const std::array<std::int64_t, 3> p{256 * x, 256 * y, 256 * z};
        int sum = 0;
        for (const auto &[a, b, c, d] : corners) {
            const std::int64_t parts[] = {determinant(p, b, c, d), determinant(a, p, c, d), determinant(a, b, p, d),
                                          determinant(a, b, c, p)};
            const bool outside = std::ranges::any_of(parts, [](std::int64_t v) { return v < 0; }) &&
                                 std::ranges::any_of(parts, [](std::int64_t v) { return v > 0; });
            if (!outside && std::ranges::find(parts, 0) != std::end(parts)) {
                return {};
            }
            sum += outside ? 0 : parts[0] > 0 ? 1 : -1;
        }
        return sum;
    }
};

TEST(Voxeliser, finds_winding_numbers_of_overlapping_parts) {
    for (unsigned seed = 0; seed < 6; ++seed) {
        const int edge = 13 + static_cast<int>(seed);
        const Tetrahedra many(30, edge, seed);
        const RayCounts counts = voxeliser().count(many.mesh, unit_grid(edge, edge, edge));
        EXPECT_TRUE(counts.sides_agree());
        const Volume winding = voxeliser().volume(InsideRule::winding, 255, "winding");
        voxeliser().count(many.mesh, unit_grid(edge, edge, edge));
        const Volume parity = voxeliser().volume(InsideRule::parity, 255, "parity");
        int lowest = 0, highest = 0, wrong = 0, unsure = 0;
        for (int i = 0; i < edge * edge * edge; ++i) {
            const int x = i % edge, y = i / edge % edge, z = i / edge / edge;
            const std::optional<int> expected = many.winding(x, y, z);
            if (!expected) {
                ++unsure;
                continue;
            }
            lowest = std::min(lowest, *expected);
            highest = std::max(highest, *expected);
            wrong += (winding.value(x, y, z) != 0.0) != (*expected != 0);
            wrong += (parity.value(x, y, z) != 0.0) != (*expected % 2 != 0);
        }
        EXPECT_EQ(wrong, 0) << seed;
        EXPECT_LT(unsure, 200);
        EXPECT_LE(counts.lowest, lowest);
        EXPECT_GE(counts.highest, highest);
        EXPECT_LT(lowest, 0);
        EXPECT_GT(highest, 0);
        EXPECT_NE(oddity_text(counts, InsideRule::winding).find("some parts of it face inwards, others outwards"),
                  std::string::npos);
    }
}

TEST(Voxeliser, tells_what_is_odd) {
    Mesh mesh = moved(extract_reference(exact_sphere(30, 0.35), 0.0f), 30);
    const Grid grid = grid_around(mesh, 60);
    ASSERT_TRUE(voxeliser().count(mesh, grid).sides_agree());
    const Volume whole = voxeliser().volume(InsideRule::winding, 255, "whole");
    const auto expect_whole = [&](InsideRule rule) {
        const Volume found = voxeliser().volume(rule, 255, "found");
        EXPECT_TRUE(std::ranges::equal(found.bytes(), whole.bytes()));
    };
    flip(mesh);
    const RayCounts flipped = voxeliser().count(mesh, grid);
    EXPECT_EQ(flipped.lowest, -1);
    EXPECT_EQ(oddity_text(flipped, InsideRule::winding), "its triangles face inwards");
    expect_whole(InsideRule::winding);
    flip(mesh);
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3) {
        std::swap(mesh.triangles[t][0], mesh.triangles[t][1]);
    }
    const RayCounts mixed = voxeliser().count(mesh, grid);
    EXPECT_TRUE(mixed.closed());
    EXPECT_FALSE(mixed.sides_agree());
    EXPECT_NE(oddity_text(mixed, InsideRule::parity).find("do not agree"), std::string::npos);
    expect_whole(InsideRule::parity);
}

TEST(Voxeliser, parts_that_face_opposite_ways_are_outside_where_they_overlap) {
    Mesh mesh = box({0.5f, 0.5f, 0.5f}, {5.5f, 8.5f, 8.5f});
    Mesh inwards = box({3.5f, 0.5f, 0.5f}, {8.5f, 8.5f, 8.5f});
    flip(inwards);
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), inwards.positions.begin(), inwards.positions.end());
    for (const auto &[a, b, c] : inwards.triangles) {
        mesh.triangles.push_back({a + first, b + first, c + first});
    }
    const RayCounts counts = voxeliser().count(mesh, unit_grid(10, 10, 10));
    EXPECT_EQ(counts.lowest, -1);
    EXPECT_EQ(counts.highest, 1);
    const Volume found = voxeliser().volume(InsideRule::winding, 1, "found");
    for (int x = 0; x < 10; ++x) {
        const bool one_alone = (x >= 1 && x <= 3) || (x >= 6 && x <= 8);
        EXPECT_EQ(found.value(x, 4, 4), one_alone ? 1.0 : 0.0) << x;
    }
    const std::string text = oddity_text(counts, InsideRule::winding);
    EXPECT_NE(text.find("others outwards (winding numbers from -1 to 1): what lies in any of them is inside, but for "
                        "where as many of both kinds overlap"),
              text.npos)
        << text;
    EXPECT_NE(oddity_text(counts, InsideRule::parity).find("what lies in an odd number of them"), text.npos);
}

TEST(Voxeliser, tells_where_a_hole_is) {
    Mesh mesh = box({1.0f, 1.0f, 1.0f}, {8.0f, 8.0f, 8.0f});
    mesh.triangles.erase(mesh.triangles.begin() + 2); // above
    const RayCounts counts = voxeliser().count(mesh, unit_grid(10, 10, 10));
    EXPECT_GT(counts.open_rays, 20u);
    EXPECT_LT(counts.open_rays, 30u);
    const std::string text = hole_text(mesh, counts);
    EXPECT_NE(text.find("3 edges have one triangle, one near ("), text.npos) << text;
    EXPECT_NE(text.find("of 100 rays"), text.npos) << text;
}

TEST(Voxeliser, refuses_what_has_no_place) {
    EXPECT_THROW(grid_around(box(glm::vec3(2.0f), glm::vec3(2.0f)), 10), UsageError);
    EXPECT_THROW(voxeliser().count(box(glm::vec3(0.0f), glm::vec3(40000.0f)), unit_grid(4, 4, 4)), UsageError);
    EXPECT_THROW(voxeliser().count(box(glm::vec3(0.0f), glm::vec3(4.0f)), unit_grid(16385, 4, 4)), UsageError);
}

} // namespace
} // namespace voxmarch
