// How the reference ray caster reads between voxels, and what bytes keep of its values.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/glm.hpp>

namespace voxmarch {

/// As a byte holds a share, 0 .. 1.
inline double quantise(double value) { return std::round(std::clamp(value, 0.0, 1.0) * 255.0) / 255.0; }

/// Trilinear interpolation of a function of the whole numbers 0 .. dims - 1 along each axis.
template <typename F> auto interpolate(const std::array<int, 3> &dims, glm::dvec3 position, F &&at) {
    const glm::dvec3 last(dims[0] - 1, dims[1] - 1, dims[2] - 1);
    position = glm::clamp(position, glm::dvec3(0.0), last);
    const glm::dvec3 lowest = glm::floor(position);
    const glm::dvec3 weight = position - lowest;
    decltype(at(glm::ivec3(0))) sum(0.0);
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 offset(corner & 1, (corner >> 1) & 1, corner >> 2);
        const glm::dvec3 parts = glm::mix(1.0 - weight, weight, offset);
        const double share = parts.x * parts.y * parts.z;
        if (share > 0.0) {
            sum += share * at(glm::ivec3(glm::min(lowest + offset, last)));
        }
    }
    return sum;
}

} // namespace voxmarch
