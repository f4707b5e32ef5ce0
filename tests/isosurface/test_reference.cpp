// The serial reference and the measures of meshes against closed forms.
#include "isosurface/measures.h"
#include "isosurface/reference.h"
#include "tests/isosurface/test_volumes.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numbers>
#include <set>

namespace voxmarch {
namespace {

constexpr double pi = std::numbers::pi;

/// Relative errors of area and volume of the mesh, whose edge of the box of voxel centres is 1.
struct Errors {
    double area, volume;
};

Errors errors_of(const Volume &volume, float isovalue, double area, double enclosed) {
    const double h = 1.0 / (volume.grid().dims[0] - 1);
    const MeshMeasures measures = measure(extract_reference(volume, isovalue));
    return {std::abs(measures.area * h * h / area - 1.0), std::abs(measures.volume * h * h * h / enclosed - 1.0)};
}

TEST(Reference, sphere_and_torus_converge_with_the_square_of_the_spacing) {
    for (const bool torus : {false, true}) {
        const double area = torus ? 4 * pi * pi * 0.28 * 0.12 : 4 * pi * 0.35 * 0.35;
        const double enclosed = torus ? 2 * pi * pi * 0.28 * 0.12 * 0.12 : 4.0 / 3.0 * pi * std::pow(0.35, 3);
        const auto make = [&](int n) { return torus ? exact_torus(n, 0.28, 0.12) : exact_sphere(n, 0.35); };
        Errors last = errors_of(make(17), 0.0f, area, enclosed);
        for (const int n : {33, 65, 129}) {
            const Errors now = errors_of(make(n), 0.0f, area, enclosed);
            EXPECT_NEAR(last.area / now.area, 4.0, 0.8) << n;
            EXPECT_NEAR(last.volume / now.volume, 4.0, 0.8) << n;
            last = now;
        }
        EXPECT_LT(last.area, 1.5e-3);
        EXPECT_LT(last.volume, 1.5e-3);
    }
}

TEST(Reference, synthetic_volumes_have_the_documented_size_and_topology) {
    const MeshMeasures sphere = measure(extract_reference(synthesize("sphere", 64), 128.0f));
    EXPECT_TRUE(sphere.watertight());
    EXPECT_EQ(sphere.euler, 2);
    EXPECT_EQ(sphere.components, 1u);
    EXPECT_NEAR(sphere.area / (63.0 * 63.0 * 4 * pi * 0.35 * 0.35), 1.0, 0.01);
    const MeshMeasures torus = measure(extract_reference(synthesize("torus", 64), 128.0f));
    EXPECT_TRUE(torus.watertight());
    EXPECT_EQ(torus.euler, 0);
    EXPECT_EQ(torus.components, 1u);
    EXPECT_NEAR(torus.volume / (std::pow(63.0, 3) * 2 * pi * pi * 0.28 * 0.12 * 0.12), 1.0, 0.01);
}

/// Noise with a border of outside voxels.
Volume bordered_noise(std::array<int, 3> dims, unsigned seed) {
    std::mt19937 random(seed);
    return volume_of(dims, ScalarType::u8, [&](int x, int y, int z) {
        const double value = random() % 256;
        const bool border = x == 0 || y == 0 || z == 0 || x == dims[0] - 1 || y == dims[1] - 1 || z == dims[2] - 1;
        return border ? 0.0 : value;
    });
}

TEST(Reference, noise_with_an_empty_border_is_watertight_at_every_isovalue) {
    for (const float isovalue : {1.0f, 40.5f, 128.0f, 250.0f}) {
        const MeshMeasures measures = measure(extract_reference(bordered_noise({16, 13, 15}, 5), isovalue));
        EXPECT_GT(measures.triangles, 100u);
        EXPECT_TRUE(measures.watertight()) << isovalue;
        EXPECT_GT(measures.volume, 0.0);
    }
}

TEST(Reference, at_the_border_of_the_volume_the_mesh_is_open) {
    const Volume slab = volume_of({5, 4, 6}, ScalarType::u8, [](int x, int, int) { return x < 2 ? 200.0 : 0.0; });
    const MeshMeasures measures = measure(extract_reference(slab, 100.0f));
    // A rectangle of 3 x 5 cells at x = 1.5 with two triangles a cell.
    EXPECT_EQ(measures.triangles, 30u);
    EXPECT_EQ(measures.open_edges, 16u);
    EXPECT_EQ(measures.bad_edges, 0u);
    EXPECT_NEAR(measures.area, 15.0, 1e-6);
    ASSERT_TRUE(measures.hole.has_value());
    EXPECT_NEAR(measures.hole->x, 1.5, 1e-6);
    for (const glm::vec3 &normal : extract_reference(slab, 100.0f).normals) {
        EXPECT_NEAR(normal.x, 1.0f, 1e-6f); // towards the lower scalars
    }
}

TEST(Reference, a_voxel_equal_to_the_isovalue_keeps_its_triangles) {
    const Volume one = volume_of({3, 3, 3}, ScalarType::u8,
                                 [](int x, int y, int z) { return x == 1 && y == 1 && z == 1 ? 100.0 : 0.0; });
    const MeshMeasures half = measure(extract_reference(one, 50.0f));
    EXPECT_EQ(half.triangles, 8u); // an octahedron of radius 1/2: volume 4/3 r^3
    EXPECT_NEAR(half.volume, 4.0 / 3.0 / 8.0, 1e-6);
    EXPECT_EQ(half.degenerate, 0u);
    const MeshMeasures equal = measure(extract_reference(one, 100.0f));
    EXPECT_EQ(equal.triangles, 8u);
    EXPECT_EQ(equal.degenerate, 8u);
    EXPECT_TRUE(equal.watertight());
    EXPECT_EQ(equal.area, 0.0);
    EXPECT_EQ(measure(extract_reference(one, 100.5f)).triangles, 0u);
}

TEST(Reference, normals_are_the_gradient_of_the_world) {
    Volume volume = exact_sphere(33, 0.35);
    VolumeHeader header = volume.header();
    header.grid.spacing = {1.0, 2.0, 0.5};
    const Volume stretched(header, std::vector<std::byte>(volume.bytes().begin(), volume.bytes().end()));
    const Mesh mesh = extract_reference(stretched, 0.0f);
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        const glm::dvec3 radial = glm::dvec3(mesh.positions[i]) - 16.0; // in voxels
        const glm::dvec3 expected = glm::normalize(radial / header.grid.spacing);
        EXPECT_GT(glm::dot(expected, glm::dvec3(mesh.normals[i])), 0.999) << i;
    }
}

TEST(Mesh, goes_to_the_world_with_its_orientation) {
    Grid grid;
    grid.dims = {33, 33, 33};
    grid.spacing = {1.0, 2.0, 3.0};
    grid.origin = {10.0, 20.0, 30.0};
    for (const double handed : {1.0, -1.0}) {
        grid.direction = glm::dmat3({0, 1, 0}, {handed, 0, 0}, {0, 0, 1});
        Mesh mesh = extract_reference(exact_sphere(33, 0.35), 0.0f);
        to_world(mesh, grid);
        const MeshMeasures measures = measure(mesh);
        const double exact = 4.0 / 3.0 * pi * std::pow(0.35 * 32, 3) * 6.0;
        EXPECT_NEAR(measures.volume / exact, 1.0, 0.01) << handed;
        flip(mesh);
        EXPECT_NEAR(measure(mesh).volume, -measures.volume, 1e-6 * exact);
    }
}

TEST(Mesh, keeps_the_largest_components) {
    const double radii[] = {3.0, 5.0, 2.0};
    const Volume balls = volume_of({45, 15, 15}, ScalarType::f32, [&](int x, int y, int z) {
        double best = -100.0;
        for (int i = 0; i < 3; ++i) {
            best = std::max(best, radii[i] - std::hypot(x - 7.0 - 15.0 * i, y - 7.0, z - 7.0));
        }
        return best;
    });
    Mesh mesh = extract_reference(balls, 0.01f);
    EXPECT_EQ(measure(mesh).components, 3u);
    keep_largest(mesh, 2);
    EXPECT_EQ(measure(mesh).components, 2u);
    keep_largest(mesh, 1);
    const MeshMeasures largest = measure(mesh);
    EXPECT_EQ(largest.euler, 2);
    EXPECT_NEAR(largest.volume, 4.0 / 3.0 * pi * 125.0, 26.0);
    EXPECT_EQ(mesh.normals.size(), mesh.positions.size());
}

TEST(Mesh, smoothing_takes_steps_away_and_keeps_the_size) {
    // A ball of ones and zeros has steps; Taubin's filter flattens them.
    const Volume stairs = volume_of({41, 41, 41}, ScalarType::u8, [](int x, int y, int z) {
        return std::hypot(x - 20.0, y - 20.0, z - 20.0) < 14.0 ? 100.0 : 0.0;
    });
    Mesh mesh = extract_reference(stairs, 50.0f);
    const MeshMeasures before = measure(mesh);
    const auto roughness = [](const Mesh &m) {
        double sum = 0.0;
        for (const glm::vec3 &p : m.positions) {
            sum += std::pow(glm::length(glm::dvec3(p) - 20.0) - 14.0, 2);
        }
        return std::sqrt(sum / static_cast<double>(m.positions.size()));
    };
    const double rough = roughness(mesh);
    smooth(mesh, 20);
    const MeshMeasures after = measure(mesh);
    EXPECT_LT(roughness(mesh), 0.7 * rough);
    EXPECT_LT(after.area, before.area);
    EXPECT_NEAR(after.volume / before.volume, 1.0, 0.02);
    EXPECT_TRUE(after.watertight());
    for (std::size_t i = 0; i < mesh.normals.size(); i += 50) {
        EXPECT_GT(glm::dot(mesh.normals[i], glm::normalize(mesh.positions[i] - 20.0f)), 0.9f);
    }
}

TEST(Mesh, many_steps_of_smoothing_keep_the_size) {
    const auto change = [](double radius, int steps) {
        Mesh mesh = extract_reference(
            volume_of({49, 49, 49}, ScalarType::f32,
                      [&](int x, int y, int z) { return radius - std::hypot(x - 24.0, y - 24.0, z - 24.0); }),
            0.0f);
        const double before = measure(mesh).volume;
        smooth(mesh, steps);
        return measure(mesh).volume / before - 1.0;
    };
    EXPECT_NEAR(change(20.0, 100), 0.0, 0.002);
    EXPECT_NEAR(change(20.0, 1000), 0.0, 0.02);
    EXPECT_NEAR(change(7.0, 100), 0.0, 0.01);
}

TEST(Mesh, measures_find_what_is_wrong) {
    Mesh mesh = extract_reference(synthesize("sphere", 16), 128.0f);
    std::swap(mesh.triangles[7][0], mesh.triangles[7][1]);
    EXPECT_EQ(measure(mesh).bad_edges, 3u);
    mesh.triangles.erase(mesh.triangles.begin() + 7);
    EXPECT_EQ(measure(mesh).open_edges, 3u);
    EXPECT_FALSE(measure(mesh).watertight());
}

} // namespace
} // namespace voxmarch
