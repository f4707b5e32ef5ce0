// Volumes made of a function, which most tests of pictures and surfaces begin with.
#pragma once

#include "volume/volume.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <glm/gtc/matrix_transform.hpp>
#include <type_traits>

namespace voxmarch {

/// A grid of its own origin, spacings and directions.
inline Grid grid_of_its_own() {
    Grid grid;
    grid.dims = {20, 16, 12};
    grid.spacing = {1.0, 1.5, 2.0};
    grid.origin = {-3.0, 7.0, 11.0};
    grid.direction = glm::dmat3(glm::rotate(glm::dmat4(1.0), 0.4, glm::dvec3(0.3, 1.0, -0.2)));
    return grid;
}

/// Voxels value(x, y, z) on the grid of a header, rounded for integer types, which must hold them.
inline Volume volume_of(const VolumeHeader &header, const std::function<double(int, int, int)> &value) {
    const std::array<int, 3> &dims = header.grid.dims;
    std::vector<std::byte> bytes(header.byte_count());
    std::size_t at = 0;
    for (int z = 0; z < dims[2]; ++z) {
        for (int y = 0; y < dims[1]; ++y) {
            for (int x = 0; x < dims[0]; ++x) {
                visit_scalar(header.type, [&](auto tag) {
                    using T = decltype(tag);
                    const double v = value(x, y, z);
                    const auto voxel = static_cast<T>(std::is_integral_v<T> ? std::round(v) : v);
                    std::memcpy(bytes.data() + at, &voxel, sizeof(T));
                });
                at += scalar_size(header.type);
            }
        }
    }
    return Volume(header, std::move(bytes));
}

/// The same with spacing 1.
inline Volume volume_of(std::array<int, 3> dims, ScalarType type, const std::function<double(int, int, int)> &value) {
    VolumeHeader header;
    header.grid.dims = dims;
    header.type = type;
    header.name = "test";
    return volume_of(header, value);
}

} // namespace voxmarch
