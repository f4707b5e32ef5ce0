// Where the voxels of a box lie in a volume, x fastest.
#pragma once

#include "volume/voxel_box.h"

#include <cstddef>
#include <cstdint>

namespace voxmarch {

/// Calls f(voxel, count, before) for every run of voxels of the box that are neighbours in a volume of `dims` as well:
/// the first one's number there, how many they are, and how many voxels of the box come before them.
template <typename F> void for_each_run(const VoxelBox &box, const std::array<int, 3> &dims, F &&f) {
    const auto length = [&](std::size_t axis) { return static_cast<std::uint64_t>(box.length(axis)); };
    const auto whole = [&](std::size_t axis) { return box.length(axis) == dims[axis]; };
    const std::uint64_t rows = whole(0) ? length(1) : 1, slices = whole(0) && whole(1) ? length(2) : 1;
    const std::uint64_t run = length(0) * rows * slices;
    std::uint64_t before = 0;
    for (std::uint64_t z = 0; z < length(2); z += slices) {
        for (std::uint64_t y = 0; y < length(1); y += rows) {
            const std::uint64_t slice = z + static_cast<std::uint64_t>(box.low[2]),
                                row = y + static_cast<std::uint64_t>(box.low[1]);
            const auto nx = static_cast<std::uint64_t>(dims[0]), ny = static_cast<std::uint64_t>(dims[1]);
            f((slice * ny + row) * nx + static_cast<std::uint64_t>(box.low[0]), run, before);
            before += run;
        }
    }
}

} // namespace voxmarch
