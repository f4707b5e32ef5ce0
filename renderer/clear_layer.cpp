// Quadrature over facets.
#include "renderer/clear_layer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/glm.hpp>
#include <numbers>

namespace voxmarch {

namespace {

/// facets_seen() of scatter.cl.
double share_of_facets_seen(double cosine, double roughness) {
    const double squared = roughness * roughness;
    return 2.0 * cosine / (cosine + std::sqrt(squared + (1.0 - squared) * cosine * cosine));
}

/// seen_facet() of scatter.cl, of a direction in the plane of the first and third axis.
glm::dvec3 facet_seen_from(const glm::dvec3 &toward, double roughness, double x, double y) {
    const glm::dvec3 stretched = glm::normalize(glm::dvec3(roughness * toward.x, 0.0, toward.z));
    const glm::dvec3 first{0.0, 1.0, 0.0}, second = glm::cross(stretched, first);
    const double radius = std::sqrt(x), angle = 2.0 * std::numbers::pi * y, share = 0.5 * (1.0 + stretched.z);
    const double a = radius * std::cos(angle);
    const double b = (1.0 - share) * std::sqrt(1.0 - a * a) + share * radius * std::sin(angle);
    const glm::dvec3 facet = a * first + b * second + stretched * std::sqrt(std::max(1.0 - a * a - b * b, 0.0));
    return glm::normalize(glm::dvec3(roughness * facet.x, roughness * facet.y, std::max(facet.z, 1e-6)));
}

} // namespace

ClearLayer clear_layer(double roughness) {
    constexpr int parts = 48;
    ClearLayer result{};
    for (int i = 0; i < TRACE_LAYER_ANGLES; ++i) {
        const double share = double(i) / (TRACE_LAYER_ANGLES - 1), cosine = std::max(share * share, 1e-4);
        const glm::dvec3 toward{std::sqrt(1.0 - cosine * cosine), 0.0, cosine};
        double ahead = 0.0, grazing = 0.0;
        for (int part = 0; part < parts * parts; ++part) {
            const double x = (part % parts + 0.5) / parts, y = (part / parts + 0.5) / parts;
            const glm::dvec3 facet = facet_seen_from(toward, roughness, x, y);
            const double to_facet = std::max(glm::dot(toward, facet), 0.0);
            const double mirrored = 2.0 * to_facet * facet.z - toward.z; // its cosine to the normal
            const double seen = mirrored > 0.0 ? share_of_facets_seen(mirrored, roughness) / (parts * parts) : 0.0;
            const double schlick = std::pow(1.0 - std::min(to_facet, 1.0), 5.0);
            ahead += (1.0 - schlick) * seen;
            grazing += schlick * seen;
        }
        result[static_cast<std::size_t>(2 * i)] = static_cast<float>(ahead);
        result[static_cast<std::size_t>(2 * i + 1)] = static_cast<float>(grazing);
    }
    return result;
}

} // namespace voxmarch
