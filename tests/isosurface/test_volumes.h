// Small volumes that the isosurface tests share.
#pragma once

#include "tests/support/volumes.h"

#include <limits>
#include <random>

namespace voxmarch {

/// Every voxel on its own: all 256 cases occur. Integers over [low, high] of the type, f32 over [-1, 1].
inline Volume noise_volume(std::array<int, 3> dims, ScalarType type, unsigned seed) {
    std::mt19937 random(seed);
    return volume_of(dims, type, [&](int, int, int) {
        const double share = static_cast<double>(random()) / 4294967295.0;
        return visit_scalar(type, [&](auto tag) {
            using T = decltype(tag);
            if constexpr (std::is_integral_v<T>) {
                const double low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
                return low + share * (high - low);
            } else {
                return 2.0 * share - 1.0;
            }
        });
    });
}

/// Distance-like field around the middle of the box of voxel centres, in units of its edge: 0 on the surface, positive
/// inside; unclamped and not rounded.
inline Volume exact_sphere(int n, double radius) {
    return volume_of({n, n, n}, ScalarType::f32, [=](int x, int y, int z) {
        const double h = 1.0 / (n - 1);
        return radius -
               std::sqrt((x * h - .5) * (x * h - .5) + (y * h - .5) * (y * h - .5) + (z * h - .5) * (z * h - .5));
    });
}

inline Volume exact_torus(int n, double large, double small) {
    return volume_of({n, n, n}, ScalarType::f32, [=](int x, int y, int z) {
        const double h = 1.0 / (n - 1);
        const double ring = std::sqrt((x * h - .5) * (x * h - .5) + (y * h - .5) * (y * h - .5)) - large;
        return small - std::sqrt(ring * ring + (z * h - .5) * (z * h - .5));
    });
}

} // namespace voxmarch
