// Gradients in closed form, and angles to them.
#include "bench/normal_angles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/glm.hpp>
#include <numbers>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

glm::dvec3 normal_of_sphere(const glm::dvec3 &p) { return glm::normalize(p); }

glm::dvec3 normal_of_torus(const glm::dvec3 &p) {
    const double from_axis = std::hypot(p.x, p.y);
    const double outward = (from_axis - 0.56) / from_axis;
    return glm::normalize(glm::dvec3(p.x * outward, p.y * outward, p.z));
}

glm::dvec3 normal_of_cayley(const glm::dvec3 &p) {
    return glm::normalize(glm::dvec3(16.0 * p.y * p.z, 16.0 * p.x * p.z, 16.0 * p.x * p.y) + 8.0 * p);
}

constexpr DerivedFormula formulas_with_gradients[] = {
    {"sphere", 0.0, normal_of_sphere}, {"torus", 0.0, normal_of_torus}, {"cayley", -0.012, normal_of_cayley}};

double degrees_between(const glm::dvec3 &a, const glm::dvec3 &b) {
    // Exact for small angles, where the cosine is not.
    return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)) * 180.0 / std::numbers::pi;
}

} // namespace

std::span<const DerivedFormula> derived_formulas() { return formulas_with_gradients; }

TrueNormal normal_in_voxels(const DerivedFormula &formula, int voxels) {
    return [&formula, scale = 2.0 / (voxels - 1)](const glm::dvec3 &place) {
        return formula.normal(scale * place - glm::dvec3(1.0));
    };
}

NormalAngles measure_normals(const Mesh &mesh, const TrueNormal &normal) {
    std::vector<std::pair<double, double>> angles; // and areas
    angles.reserve(4 * mesh.triangles.size());
    for (const MeshTriangle &triangle : mesh.triangles) {
        std::array<glm::dvec3, 4> places, normals;
        for (std::size_t i = 0; i < 3; ++i) {
            places[i] = mesh.positions[triangle[i]];
        }
        const glm::dvec3 across = glm::cross(places[1] - places[0], places[2] - places[0]);
        const double twice_area = glm::length(across);
        if (twice_area == 0.0) {
            continue;
        }
        places[3] = (places[0] + places[1] + places[2]) / 3.0;
        normals.fill(across);
        if (!mesh.normals.empty()) {
            normals[3] = glm::dvec3(0.0);
            for (std::size_t i = 0; i < 3; ++i) {
                normals[i] = mesh.normals[triangle[i]];
                normals[3] += normals[i];
            }
        }
        for (std::size_t i = 0; i < 4; ++i) {
            angles.emplace_back(degrees_between(normals[i], normal(places[i])), twice_area / 8.0);
        }
    }
    std::sort(angles.begin(), angles.end());
    NormalAngles result;
    double area = 0.0, passed = 0.0;
    for (const auto &[angle, share] : angles) {
        area += share;
        result.mean += angle * share;
    }
    for (const auto &[angle, share] : angles) {
        result.p95 = passed < 0.95 * area ? angle : result.p95;
        passed += share;
    }
    result.mean /= area > 0.0 ? area : 1.0;
    result.largest = angles.empty() ? 0.0 : angles.back().first;
    return result;
}

} // namespace voxmarch
