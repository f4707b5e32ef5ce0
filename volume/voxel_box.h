// A box of voxels.
#pragma once

#include <array>
#include <cstdint>

namespace voxmarch {

/// Voxels low <= i < high along every axis.
struct VoxelBox {
    std::array<int, 3> low{}, high{};
    bool operator==(const VoxelBox &) const = default;

    int length(std::size_t axis) const { return high[axis] - low[axis]; }
    std::uint64_t voxel_count() const {
        return static_cast<std::uint64_t>(length(0)) * static_cast<std::uint64_t>(length(1)) *
               static_cast<std::uint64_t>(length(2));
    }
};

} // namespace voxmarch
