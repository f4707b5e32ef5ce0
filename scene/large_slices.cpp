// Chooses a level for a slice, and reads it row by row or as one box.
#include "scene/large_slices.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace voxmarch {

namespace {

std::vector<float> values_of(ScalarType type, std::span<const std::byte> bytes) {
    return visit_scalar(type, [&](auto tag) {
        using T = decltype(tag);
        const std::span<const T> voxels{reinterpret_cast<const T *>(bytes.data()), bytes.size() / sizeof(T)};
        return std::vector<float>(voxels.begin(), voxels.end());
    });
}

std::vector<float> read_box(const BrickSource &source, int level, const VoxelBox &box) {
    const ScalarType type = source.header().type;
    std::vector<std::byte> bytes(box.voxel_count() * scalar_size(type));
    source.read(level, box, bytes);
    return values_of(type, bytes);
}

int longest_edge(const Grid &grid, std::size_t normal) {
    int longest = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        longest = axis == normal ? longest : std::max(longest, grid.dims[axis]);
    }
    return longest;
}

/// The coarsest level that has a voxel for every pixel.
int level_for(const BrickSource &source, std::size_t normal, int pixels) {
    int level = 0;
    while (level + 1 < source.level_count() && longest_edge(source.grid(level + 1), normal) >= pixels) {
        ++level;
    }
    return level;
}

} // namespace

SliceValues read_slice(const BrickSource &source, int across_axis, int position, int pixels) {
    const auto normal = static_cast<std::size_t>(across_axis);
    const int level = level_for(source, normal, pixels);
    const Grid grid = source.grid(level);
    const int last = source.grid(0).dims[normal] - 1;
    VoxelBox box{{0, 0, 0}, grid.dims};
    box.low[normal] =
        last > 0 ? static_cast<int>(static_cast<std::int64_t>(position) * (grid.dims[normal] - 1) / last) : 0;
    box.high[normal] = box.low[normal] + 1;
    const std::size_t across = normal == 0 ? 1 : 0, down = normal == 2 ? 1 : 2;
    SliceValues slice{static_cast<int>(normal), position, grid.dims[across], grid.dims[down], {}};
    // Formulas have one level, and no rows that come together: rows and voxels in between are left out.
    const int step = source.level_count() == 1 ? std::max(1, longest_edge(grid, normal) / std::max(pixels, 1)) : 1;
    if (step == 1) {
        slice.values = read_box(source, level, box);
        return slice;
    }
    slice.width = (slice.width - 1) / step + 1;
    slice.height = (slice.height - 1) / step + 1;
    for (int row = 0; row < slice.height; ++row) {
        VoxelBox line = box;
        line.low[down] = row * step;
        line.high[down] = row * step + 1;
        const std::vector<float> values = read_box(source, level, line);
        for (int column = 0; column < slice.width; ++column) {
            slice.values.push_back(values[static_cast<std::size_t>(column) * static_cast<std::size_t>(step)]);
        }
    }
    return slice;
}

float read_value(const BrickSource &source, const glm::ivec3 &voxel) {
    const std::array<int, 3> low{voxel.x, voxel.y, voxel.z};
    return read_box(source, 0, {low, {low[0] + 1, low[1] + 1, low[2] + 1}}).front();
}

} // namespace voxmarch
