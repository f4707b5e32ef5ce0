// Angles of normals that are known, and closed forms of gradients against small differences.
#include "bench/normal_angles.h"

#include <cmath>
#include <glm/glm.hpp>
#include <gtest/gtest.h>
#include <numbers>

namespace voxmarch {
namespace {

double value_of(std::string_view name, const glm::dvec3 &p) {
    if (name == "sphere") {
        return 0.7 - glm::length(p);
    }
    if (name == "torus") {
        return 0.24 - std::hypot(std::hypot(p.x, p.y) - 0.56, p.z);
    }
    return 1.0 - 16.0 * p.x * p.y * p.z - 4.0 * glm::dot(p, p);
}

TEST(NormalAngles, ClosedFormsAreGradients) {
    constexpr double step = 1e-5;
    ASSERT_EQ(derived_formulas().size(), 3u);
    for (const DerivedFormula &formula : derived_formulas()) {
        for (const glm::dvec3 p :
             {glm::dvec3(0.3, -0.2, 0.6), glm::dvec3(-0.7, 0.4, 0.1), glm::dvec3(0.9, 0.8, -0.5)}) {
            glm::dvec3 gradient;
            for (int i = 0; i < 3; ++i) {
                glm::dvec3 offset(0.0);
                offset[i] = step;
                gradient[i] = value_of(formula.name, p + offset) - value_of(formula.name, p - offset);
            }
            EXPECT_LT(glm::distance(-glm::normalize(gradient), formula.normal(p)), 1e-8) << formula.name;
            const glm::dvec3 voxel = (p + 1.0) * 0.5 * 99.0;
            EXPECT_LT(glm::distance(normal_in_voxels(formula, 100)(voxel), formula.normal(p)), 1e-12) << formula.name;
        }
    }
}

/// Two triangles of areas 1 and 3 whose own normals are +z, and one without area.
Mesh flat_mesh() {
    Mesh mesh;
    for (const glm::vec3 p : {glm::vec3(0, 0, 0), glm::vec3(1, 0, 0), glm::vec3(0, 2, 0), glm::vec3(5, 0, 0),
                              glm::vec3(8, 0, 0), glm::vec3(5, 2, 0)}) {
        mesh.positions.push_back(p);
    }
    for (const MeshTriangle t : {MeshTriangle{0, 1, 2}, MeshTriangle{3, 4, 5}, MeshTriangle{0, 1, 1}}) {
        mesh.triangles.push_back(t);
    }
    return mesh;
}

TEST(NormalAngles, OfFacesCountByTheirAreas) {
    // 30 degrees off around the first triangle, 0 around the second.
    const auto normal = [](const glm::dvec3 &p) {
        return p.x < 3.0 ? glm::dvec3(0.5, 0.0, std::sqrt(0.75)) : glm::dvec3(0, 0, 1);
    };
    const NormalAngles angles = measure_normals(flat_mesh(), normal);
    EXPECT_NEAR(angles.mean, 7.5, 1e-9);
    EXPECT_NEAR(angles.p95, 30.0, 1e-9);
    EXPECT_NEAR(angles.largest, 30.0, 1e-9);
    const auto other = [](const glm::dvec3 &p) {
        return p.x < 0.1 && p.y < 0.1 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 0, 1);
    };
    const NormalAngles one_corner = measure_normals(flat_mesh(), other);
    EXPECT_NEAR(one_corner.mean, 90.0 / 16.0, 1e-9) << "a quarter of a quarter of the area";
    EXPECT_EQ(measure_normals({}, normal).largest, 0.0);
    EXPECT_NEAR(measure_normals(flat_mesh(), [](const glm::dvec3 &) { return glm::dvec3(0, 0, -1); }).mean, 180.0,
                1e-9);
}

TEST(NormalAngles, OfVerticesAreMixedInTheMiddle) {
    Mesh mesh = flat_mesh();
    mesh.triangles.resize(1);
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        mesh.normals.push_back(i == 0 ? glm::vec3(1, 0, 0) : glm::vec3(0, 0, 1));
    }
    const NormalAngles angles = measure_normals(mesh, [](const glm::dvec3 &) { return glm::dvec3(0, 0, 1); });
    const double middle = std::atan2(1.0, 2.0) * 180.0 / std::numbers::pi;
    EXPECT_NEAR(angles.mean, (90.0 + middle) / 4.0, 1e-9);
    EXPECT_NEAR(angles.largest, 90.0, 1e-9);
}

} // namespace
} // namespace voxmarch
