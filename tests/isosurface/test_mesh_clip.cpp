// Cut and capped meshes: against closed forms, against one another, and closed whatever lies on the planes.
#include "isosurface/border_caps.h"
#include "isosurface/label_surface.h"
#include "isosurface/measures.h"
#include "isosurface/mesh_clip.h"
#include "isosurface/reference.h"
#include "tests/isosurface/test_volumes.h"

#include <gtest/gtest.h>
#include <numbers>

namespace voxmarch {
namespace {

/// A sphere of radius 20 around (32, 32, 32), in voxels.
Mesh sphere() { return extract_reference(exact_sphere(65, 20.0 / 64.0), 0.0f, true); }

double sphere_cap(double radius, double height) {
    return std::numbers::pi * height * height * (3.0 * radius - height) / 3.0;
}

/// Least normal . p - distance of all vertices.
double lowest(const Mesh &mesh, const MeshPlane &plane) {
    double least = 1e300;
    for (const glm::vec3 &p : mesh.positions) {
        least = std::min(least, (glm::dot(plane.normal, glm::dvec3(p)) - plane.distance) / glm::length(plane.normal));
    }
    return least;
}

Mesh clipped(Mesh mesh, const std::vector<MeshPlane> &planes, bool caps) {
    clip_mesh(mesh, {planes}, caps);
    return mesh;
}

Mesh cut_out(Mesh mesh, const std::vector<MeshPlane> &planes, bool caps) {
    clip_mesh(mesh, {planes, true}, caps);
    return mesh;
}

/// Boxes, slabs, corners and wedges: both parts are closed, and together the whole; the cut has two sides.
TEST(MeshClip, what_is_cut_out_and_the_rest_are_the_whole) {
    const double r = 32.0;
    const std::vector<std::vector<MeshPlane>> bodies{
        {{{1, 0, 0}, r + 3.0}},                                                        // a cap
        {{{1, 0, 0}, r - 4.3}, {{-1, 0, 0}, -r - 2.7}},                                // a slab
        {{{1, 0, 0}, r}, {{0, 1, 0}, r}, {{0, 0, 1}, r}},                              // an octant, through voxels
        {{{1, 0.2, 0.1}, r * 1.3}, {{0.1, 1, -0.3}, r * 0.8}, {{-0.2, 0.4, 1}, 40.0}}, // the same, oblique
        {{{1, 0, 0}, r - 8}, {{-1, 0, 0}, -r - 8}, {{0, 1, 0}, r - 8}, {{0, -1, 0}, -r - 8}}, // a square bar
        {{{1, 1, 0}, 2 * r + 1}, {{-1, 1, 0}, 1.0}, {{1, 1, 0}, 2 * r + 1}}, // a wedge, one plane twice
        {{{0, 0, 1}, r + 30.0}},                                             // nothing
    };
    const MeshMeasures whole = measure(sphere());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const MeshMeasures cut = measure(clipped(sphere(), bodies[i], true)),
                           open = measure(clipped(sphere(), bodies[i], false));
        const Mesh rest = cut_out(sphere(), bodies[i], true);
        const MeshMeasures around = measure(rest), without = measure(cut_out(sphere(), bodies[i], false));
        EXPECT_TRUE(around.watertight()) << i;
        EXPECT_NEAR(around.volume + cut.volume, whole.volume, 1e-2) << i;
        EXPECT_NEAR(without.area + open.area, whole.area, 1e-2) << i;
        EXPECT_NEAR(around.area - without.area, cut.area - open.area, 1e-2) << i;
        for (const glm::vec3 &p : rest.positions) { // nothing is left within
            const bool within = std::ranges::all_of(bodies[i], [&](const MeshPlane &plane) {
                return glm::dot(plane.normal, glm::dvec3(p)) - plane.distance > 1e-3;
            });
            ASSERT_FALSE(within) << i;
        }
    }
    const MeshMeasures bar = measure(cut_out(sphere(), bodies[4], true));
    EXPECT_EQ(bar.euler, 0);                                         // a hole right through: a torus
    EXPECT_EQ(measure(cut_out(sphere(), bodies[1], true)).euler, 4); // two bodies
    EXPECT_EQ(measure(cut_out(sphere(), {}, true)).triangles, whole.triangles);
}

/// Faces of a box that lie on faces of what is cut out belong to the rest where it lies behind them.
TEST(MeshClip, faces_on_the_cut_stay_with_what_they_bound) {
    Mesh box; // 0 .. 2 along each axis
    for (int i = 0; i < 8; ++i) {
        box.positions.emplace_back(i & 1 ? 2 : 0, i & 2 ? 2 : 0, i & 4 ? 2 : 0);
    }
    for (const MeshTriangle &t : std::vector<MeshTriangle>{{0, 2, 1},
                                                           {1, 2, 3},
                                                           {4, 5, 6},
                                                           {5, 7, 6},
                                                           {0, 1, 4},
                                                           {1, 5, 4},
                                                           {2, 6, 3},
                                                           {3, 6, 7},
                                                           {0, 4, 2},
                                                           {2, 4, 6},
                                                           {1, 3, 5},
                                                           {3, 7, 5}}) {
        box.triangles.push_back(t);
    }
    ASSERT_NEAR(measure(box).volume, 8.0, 1e-6);
    const MeshMeasures beside = measure(cut_out(box, {{{1, 0, 0}, 2.0}}, true)), // touches a face from without
        all = measure(cut_out(box, {{{1, 0, 0}, 0.0}}, true)),
                       half = measure(cut_out(box, {{{1, 0, 0}, 0.0}, {{0, 1, 0}, 1.0}}, true));
    EXPECT_NEAR(beside.volume, 8.0, 1e-6);
    EXPECT_TRUE(beside.watertight());
    EXPECT_EQ(all.triangles, 0u);
    EXPECT_NEAR(half.volume, 4.0, 1e-6);
    EXPECT_TRUE(half.watertight());
}

TEST(MeshClip, labels_stay_with_their_triangles_around_a_hole) {
    Mesh mesh = sphere();
    std::vector<int> labels;
    for (const MeshTriangle &t : mesh.triangles) {
        labels.push_back(mesh.positions[t[0]].z > 32.0f ? 1 : 0);
    }
    clip_mesh(mesh, {{{{1, 0, 0}, 30.0}, {{0, 1, 0}, 31.0}}, true}, false, &labels);
    ASSERT_EQ(labels.size(), mesh.triangles.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        float middle = 0.0f;
        for (const std::uint32_t corner : mesh.triangles[i]) {
            middle += mesh.positions[corner].z / 3.0f;
        }
        EXPECT_TRUE(labels[i] == 1 ? middle > 30.9f : middle < 33.1f);
    }
}

/// Through voxels, between them, oblique: what is kept is a spherical cap.
TEST(MeshClip, leaves_a_closed_spherical_cap) {
    for (const glm::dvec3 normal :
         {glm::dvec3(1, 0, 0), glm::dvec3(0, -1, 0), glm::dvec3(1, 2, 3), glm::dvec3(-3, 1, 0.1)}) {
        for (const double offset : {-15.0, 0.0, 0.3, 8.0, 18.5}) {
            const glm::dvec3 unit = glm::normalize(normal);
            const MeshPlane plane{3.0 * unit, 3.0 * (glm::dot(unit, glm::dvec3(32.0)) + offset)};
            const Mesh mesh = clipped(sphere(), {plane}, true);
            const MeshMeasures measures = measure(mesh);
            EXPECT_TRUE(measures.watertight()) << offset;
            EXPECT_EQ(measures.euler, 2);
            EXPECT_NEAR(lowest(mesh, plane), 0.0, 1e-5);
            const double height = 20.0 - offset;
            // Triangles lie up to 0.015 voxels within the sphere.
            const double curved = 2.0 * std::numbers::pi * 20.0 * height;
            const double disc = std::numbers::pi * (400.0 - offset * offset);
            EXPECT_NEAR(measures.volume, sphere_cap(20.0, height), 0.015 * curved) << offset;
            EXPECT_NEAR(measures.area / (curved + disc), 1.0, 0.01) << offset;
            // The other side is the rest of the same mesh.
            const MeshMeasures rest = measure(clipped(sphere(), {{-unit, -plane.distance / 3.0}}, true));
            EXPECT_NEAR(measures.volume + rest.volume, measure(sphere()).volume, 1e-2);
        }
    }
}

TEST(MeshClip, is_open_without_caps_and_keeps_normals) {
    const MeshPlane plane{{1, 1, 0.5}, 83.0};
    const Mesh mesh = clipped(sphere(), {plane}, false);
    const MeshMeasures measures = measure(mesh);
    EXPECT_GT(measures.open_edges, 50u);
    EXPECT_EQ(measures.bad_edges, 0u);
    EXPECT_EQ(measures.euler, 1); // a disc
    std::size_t on_plane = 0;
    ASSERT_EQ(mesh.normals.size(), mesh.positions.size());
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        const double height = (glm::dot(plane.normal, glm::dvec3(mesh.positions[i])) - plane.distance) / 1.5;
        EXPECT_GT(height, -1e-5);
        on_plane += std::abs(height) < 1e-5 ? 1 : 0;
        EXPECT_NEAR(glm::length(mesh.normals[i]), 1.0, 1e-5);
        EXPECT_GT(glm::dot(mesh.normals[i], glm::normalize(mesh.positions[i] - 32.0f)), 0.995f);
    }
    EXPECT_EQ(on_plane, measures.open_edges); // one ring
}

TEST(MeshClip, makes_slabs_and_boxes) {
    const double middle = 32.0;
    const MeshMeasures slab =
        measure(clipped(sphere(), {{{0, 0, 1}, middle - 5.0}, {{0, 0, -1}, -(middle + 7.25)}}, true));
    EXPECT_TRUE(slab.watertight());
    const double expected = 4.0 / 3.0 * std::numbers::pi * 8000.0 - sphere_cap(20.0, 15.0) - sphere_cap(20.0, 12.75);
    EXPECT_NEAR(slab.volume / expected, 1.0, 3e-3);
    // A cube within the sphere is all that is left, made of caps but for nothing: the surface is gone.
    std::vector<MeshPlane> cube;
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 normal(0.0);
        normal[axis] = 1.0;
        cube.push_back({normal, middle - 15.0});
        cube.push_back({-normal, -(middle + 15.0)});
    }
    const MeshMeasures rounded = measure(clipped(sphere(), cube, true));
    EXPECT_TRUE(rounded.watertight());
    EXPECT_EQ(rounded.euler, 2);
    // Six caps less of the sphere, which do not meet: 15 > 20 / sqrt(2).
    EXPECT_NEAR(rounded.volume / (4.0 / 3.0 * std::numbers::pi * 8000.0 - 6.0 * sphere_cap(20.0, 5.0)), 1.0, 5e-3);
}

/// A cut along the ring leaves an annulus to close, with a hole in it; across it two discs.
TEST(MeshClip, closes_rims_within_rims) {
    const Mesh torus = extract_reference(exact_torus(65, 0.3, 0.1), 0.0f, false);
    const double all = measure(torus).volume;
    const MeshMeasures along = measure(clipped(torus, {{{0, 0, 1}, 32.0}}, true));
    EXPECT_TRUE(along.watertight());
    EXPECT_EQ(along.euler, 0);
    EXPECT_NEAR(along.volume / all, 0.5, 1e-3);
    const double annulus = std::numbers::pi * (0.4 * 0.4 - 0.2 * 0.2) * 64.0 * 64.0;
    EXPECT_NEAR(along.area, measure(torus).area / 2.0 + annulus, 0.01 * annulus);
    const MeshMeasures across = measure(clipped(torus, {{{0, 1, 0}, 31.9}}, true));
    EXPECT_TRUE(across.watertight());
    EXPECT_EQ(across.euler, 2);
}

/// Triangles lie on the plane, on both sides of the solid.
TEST(MeshClip, takes_planes_that_surfaces_lie_on) {
    const Volume labels = volume_of({12, 12, 12}, ScalarType::u8, [](int x, int y, int z) {
        return x >= 3 && x <= 7 && y >= 3 && y <= 7 && z >= 3 && z <= 7;
    });
    const Mesh box = label_surface(labels, label_extents(labels)[1]);
    const double all = measure(box).volume;
    EXPECT_NEAR(measure(clipped(box, {{{1, 0, 0}, 2.5}}, true)).volume, all, 1e-4);
    EXPECT_TRUE(measure(clipped(box, {{{1, 0, 0}, 2.5}}, true)).watertight());
    EXPECT_TRUE(clipped(box, {{{1, 0, 0}, 7.5}}, true).triangles.empty());
    EXPECT_TRUE(clipped(box, {{{-1, 0, 0}, -2.5}}, true).triangles.empty());
    const MeshMeasures half = measure(clipped(box, {{{0, 0, 1}, 5.0}}, true));
    EXPECT_TRUE(half.watertight());
    EXPECT_NEAR(half.volume, all / 2.0, 1e-4);
}

/// Every case of cells, pieces within pieces, and values that are the isovalue: nothing stays open, and both sides of a
/// cut make the whole.
TEST(MeshClip, closes_noise) {
    std::mt19937 random(3);
    for (unsigned seed = 0; seed < 12; ++seed) {
        const bool ties = seed % 2 == 1;
        const Volume volume = volume_of({10, 9, 11}, ScalarType::u8, [&](int x, int y, int z) {
            const bool border = x == 0 || y == 0 || z == 0 || x == 9 || y == 8 || z == 10;
            return border ? 0.0 : static_cast<double>(random() % (ties ? 3 : 251));
        });
        const Mesh mesh = extract_reference(volume, ties ? 1.0f : 100.5f, true);
        ASSERT_TRUE(measure(mesh).watertight());
        const auto number = [&] { return static_cast<double>(random() % 2001) / 1000.0 - 1.0; };
        for (int i = 0; i < 6; ++i) {
            const glm::dvec3 normal = i < 2 ? glm::dvec3(i, 1 - i, 0) : glm::dvec3(number(), number(), number());
            const double distance = i < 2 ? 4.0 : glm::dot(normal, glm::dvec3(4.6, 4.1, 5.2));
            const MeshMeasures kept = measure(clipped(mesh, {{normal, distance}}, true));
            const MeshMeasures rest = measure(clipped(mesh, {{-normal, -distance}}, true));
            EXPECT_EQ(kept.open_edges + rest.open_edges, 0u) << seed << " " << i;
            if (!ties) {
                EXPECT_EQ(kept.bad_edges + rest.bad_edges, 0u) << seed << " " << i;
            }
            EXPECT_NEAR(kept.volume + rest.volume, measure(mesh).volume, 2e-3) << seed << " " << i;
        }
    }
}

/// The surface of the volume with a voxel of nothing around it, cut at the six faces of its box.
Mesh cut_out_of_padded(const Volume &volume, float isovalue) {
    const auto &n = volume.grid().dims;
    const Volume padded = volume_of({n[0] + 2, n[1] + 2, n[2] + 2}, ScalarType::f32, [&](int x, int y, int z) {
        const bool beyond = x < 1 || y < 1 || z < 1 || x > n[0] || y > n[1] || z > n[2];
        return beyond ? -1000.0 : volume.value(x - 1, y - 1, z - 1);
    });
    std::vector<MeshPlane> faces;
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 normal(0.0);
        normal[axis] = 1.0;
        faces.push_back({normal, 1.0});
        faces.push_back({-normal, -static_cast<double>(n[static_cast<std::size_t>(axis)])});
    }
    return clipped(extract_reference(padded, isovalue, false), faces, true);
}

TEST(BorderCaps, close_what_padding_would_close) {
    std::mt19937 random(5);
    for (int i = 0; i < 200; ++i) {
        const int levels = i % 4 == 0 ? 3 : i % 4 == 1 ? 251 : 5; // few levels: many voxels are the isovalue
        const float isovalue = i % 4 == 1 ? 120.5f : i % 4 == 0 ? 1.0f : 1.0f + static_cast<float>(i % 3);
        const std::array<int, 3> dims{3 + i % 5, 4, 3 + i % 3};
        const Volume volume =
            volume_of(dims, ScalarType::u8, [&](int, int, int) { return static_cast<double>(random() % levels); });
        Mesh mesh = extract_reference(volume, isovalue, true);
        close_at_border(mesh, dims, inside_edges(WholeVoxels(volume), isovalue));
        EXPECT_EQ(mesh.normals.size(), mesh.positions.size());
        const MeshMeasures measures = measure(mesh);
        EXPECT_EQ(measures.open_edges, 0u) << i;
        EXPECT_NEAR(measures.volume, measure(cut_out_of_padded(volume, isovalue)).volume, 1e-3) << i;
        if (i % 4 == 1) {
            EXPECT_TRUE(measures.watertight()) << i;
        }
    }
}

/// A sphere that the box cuts on three sides, and a hollow whose box is all inside.
TEST(BorderCaps, have_closed_forms) {
    const Volume eighth = volume_of({40, 40, 40}, ScalarType::f32,
                                    [](int x, int y, int z) { return 30.0 - std::sqrt(x * x + y * y + z * z); });
    Mesh mesh = extract_reference(eighth, 0.0f, true);
    const InsideEdges edges = inside_edges(WholeVoxels(eighth), 0.0);
    EXPECT_EQ(std::ranges::count(edges, true), 3); // of those from corner 0
    close_at_border(mesh, {40, 40, 40}, edges);
    EXPECT_TRUE(measure(mesh).watertight());
    EXPECT_NEAR(measure(mesh).volume / (4.0 / 3.0 * std::numbers::pi * 27000.0 / 8.0), 1.0, 3e-3);

    const Volume hollow = volume_of({40, 40, 40}, ScalarType::f32, [](int x, int y, int z) {
        return std::hypot(x - 19.5, y - 19.5, z - 19.5) - 15.0;
    });
    mesh = extract_reference(hollow, 0.0f, false);
    close_at_border(mesh, {40, 40, 40}, inside_edges(WholeVoxels(hollow), 0.0));
    const MeshMeasures measures = measure(mesh);
    EXPECT_TRUE(measures.watertight());
    EXPECT_EQ(measures.components, 2u);
    EXPECT_NEAR(measures.volume / (39.0 * 39.0 * 39.0 - 4.0 / 3.0 * std::numbers::pi * 3375.0), 1.0, 1e-3);
}

} // namespace
} // namespace voxmarch
