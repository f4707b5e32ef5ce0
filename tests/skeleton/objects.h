// Binary objects that the tests of skeletons share, and their topology by definition.
#pragma once

#include "skeleton/bit_volume.h"

#include <cmath>
#include <functional>
#include <random>

namespace voxmarch {

inline BitVolume object_where(const std::array<int, 3> &dims, const std::function<bool(int, int, int)> &inside) {
    BitVolume object(dims);
    for (int z = 0; z < dims[2]; ++z) {
        for (int y = 0; y < dims[1]; ++y) {
            for (int x = 0; x < dims[0]; ++x) {
                object.set({x, y, z}, inside(x, y, z));
            }
        }
    }
    return object;
}

/// Every voxel is object with this probability, on its own.
inline BitVolume random_object(const std::array<int, 3> &dims, double share, unsigned seed) {
    std::mt19937 random(seed);
    return object_where(dims, [&](int, int, int) { return static_cast<double>(random()) < share * 4294967296.0; });
}

/// Blobs: random voxels averaged over 5^3 boxes, so that thinning takes several iterations.
inline BitVolume blobs(const std::array<int, 3> &dims, double share, unsigned seed) {
    const BitVolume seeds = random_object(dims, 0.5, seed);
    return object_where(dims, [&](int x, int y, int z) {
        int objects = 0;
        for (int i = 0; i < 125; ++i) {
            const int u = x + i % 5 - 2, v = y + i / 5 % 5 - 2, w = z + i / 25 - 2;
            const bool inside = u >= 0 && v >= 0 && w >= 0 && u < dims[0] && v < dims[1] && w < dims[2];
            objects += inside && seeds.get({u, v, w});
        }
        return objects > 125.0 * 0.5 + (0.5 - share) * 22.0;
    });
}

inline BitVolume ball(int n, double radius) {
    const double c = (n - 1) / 2.0;
    return object_where({n, n, n}, [=](int x, int y, int z) { return std::hypot(x - c, y - c, z - c) <= radius; });
}

/// Around the axis z through the middle.
inline BitVolume torus(int n, double large, double small) {
    const double c = (n - 1) / 2.0;
    return object_where(
        {n, n, n}, [=](int x, int y, int z) { return std::hypot(std::hypot(x - c, y - c) - large, z - c) <= small; });
}

/// Whether a point is within `radius` of the segment from a to b.
inline bool near_segment(const glm::dvec3 &p, const glm::dvec3 &a, const glm::dvec3 &b, double radius) {
    const double t = glm::clamp(glm::dot(p - a, b - a) / glm::dot(b - a, b - a), 0.0, 1.0);
    return glm::length(p - a - t * (b - a)) <= radius;
}

/// Three arms of one thickness that meet in the middle.
inline BitVolume letter_y(int n, double radius) {
    const glm::dvec3 c((n - 1) / 2.0);
    const double arm = n / 2.0 - radius - 2.0;
    return object_where({n, n, n}, [=](int x, int y, int z) {
        const glm::dvec3 p(x, y, z);
        return near_segment(p, c, c + arm * glm::dvec3(0, 0, -1), radius) ||
               near_segment(p, c, c + arm * glm::normalize(glm::dvec3(1, 0.3, 0.9)), radius) ||
               near_segment(p, c, c + arm * glm::normalize(glm::dvec3(-1, 0.2, 0.8)), radius);
    });
}

struct Topology {
    int objects = 0;     ///< 26-components of the object
    int backgrounds = 0; ///< 6-components of the background and the margin around the volume
    int euler = 0;       ///< of the union of closed cubes, one a voxel
    bool operator==(const Topology &) const = default;
};

/// Components of voxels with value `object` in the volume with a margin of one voxel.
inline int count_components(const BitVolume &volume, bool object, int most_steps) {
    const std::array<int, 3> dims{volume.dims()[0] + 2, volume.dims()[1] + 2, volume.dims()[2] + 2};
    BitVolume left = object_where(dims, [&](int x, int y, int z) { return volume.at(x - 1, y - 1, z - 1) == object; });
    int components = 0;
    object_where(dims, [](int, int, int) { return true; }).for_each([&](const VoxelIndex &seed) {
        if (!left.get(seed)) {
            return;
        }
        ++components;
        std::vector<VoxelIndex> open{seed};
        left.set(seed, false);
        while (!open.empty()) {
            const VoxelIndex v = open.back();
            open.pop_back();
            for (int i = 0; i < 27; ++i) {
                const int dx = i % 3 - 1, dy = i / 3 % 3 - 1, dz = i / 9 - 1;
                if (std::abs(dx) + std::abs(dy) + std::abs(dz) <= most_steps &&
                    left.at(v[0] + dx, v[1] + dy, v[2] + dz)) {
                    open.push_back({v[0] + dx, v[1] + dy, v[2] + dz});
                    left.set(open.back(), false);
                }
            }
        }
    });
    return components;
}

/// Vertices - edges + faces - cubes. Cells are the points of a lattice of half steps: voxels are at odd coordinates.
inline int euler_number(const BitVolume &volume) {
    const auto &[nx, ny, nz] = volume.dims();
    const auto reach = [](int c) { return std::array<int, 2>{(c - 1) / 2 - (c == 0), c / 2}; };
    int euler = 0;
    for (int z = 0; z <= 2 * nz; ++z) {
        for (int y = 0; y <= 2 * ny; ++y) {
            for (int x = 0; x <= 2 * nx; ++x) {
                bool used = false;
                for (const int w : reach(z)) {
                    for (const int v : reach(y)) {
                        for (const int u : reach(x)) {
                            used = used || volume.at(u, v, w);
                        }
                    }
                }
                euler += used ? ((x % 2 + y % 2 + z % 2) % 2 ? -1 : 1) : 0;
            }
        }
    }
    return euler;
}

inline Topology topology_of(const BitVolume &volume) {
    return {count_components(volume, true, 3), count_components(volume, false, 1), euler_number(volume)};
}

/// Voxels with exactly one neighbour among the 26.
inline int count_ends(const BitVolume &volume) {
    int ends = 0;
    volume.for_each([&](const VoxelIndex &v) {
        int neighbours = -1;
        for (int i = 0; i < 27; ++i) {
            neighbours += volume.at(v[0] + i % 3 - 1, v[1] + i / 3 % 3 - 1, v[2] + i / 9 - 1);
        }
        ends += neighbours == 1;
    });
    return ends;
}

} // namespace voxmarch
