// How the reference ray caster reads between voxels, and what bytes keep of its values.
#pragma once

#include "renderer/settings.h"

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

/// Uniform cubic B-spline, 64 voxels; those beyond a face repeat it.
template <typename F> auto interpolate_cubic(const std::array<int, 3> &dims, glm::dvec3 position, F &&at) {
    const glm::dvec3 last(dims[0] - 1, dims[1] - 1, dims[2] - 1);
    const glm::dvec3 lowest = glm::floor(position), f = position - lowest;
    const auto weight = [](double distance) { // of the spline's middle
        const double rest = std::max(2.0 - distance, 0.0), inner = std::max(1.0 - distance, 0.0);
        return (rest * rest * rest - 4.0 * inner * inner * inner) / 6.0;
    };
    decltype(at(glm::ivec3(0))) sum(0.0);
    for (int i = 0; i < 64; ++i) {
        const glm::dvec3 offset(i % 4 - 1, i / 4 % 4 - 1, i / 16 - 1), away = glm::abs(f - offset);
        const double share = weight(away.x) * weight(away.y) * weight(away.z);
        sum += share * at(glm::ivec3(glm::clamp(lowest + offset, glm::dvec3(0.0), last)));
    }
    return sum;
}

/// As the settings say. In the middle between two voxels the nearest is the one behind.
template <typename F>
auto interpolate(Interpolation interpolation, const std::array<int, 3> &dims, glm::dvec3 position, F &&at) {
    switch (interpolation) {
    case Interpolation::nearest: return interpolate(dims, glm::floor(position + 0.5), at);
    case Interpolation::linear: break;
    case Interpolation::cubic: return interpolate_cubic(dims, position, at);
    }
    return interpolate(dims, position, at);
}

} // namespace voxmarch
