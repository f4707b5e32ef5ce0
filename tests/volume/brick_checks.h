// Compares what a source of bricks reads with a whole volume.
#pragma once

#include "volume/bricks/brick_source.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <random>

namespace voxmarch::testing {

inline std::vector<std::byte> read_box(const BrickSource &source, int level, const VoxelBox &box) {
    std::vector<std::byte> bytes(box.voxel_count() * scalar_size(source.header().type));
    source.read(level, box, bytes);
    return bytes;
}

/// The voxels of `inner` out of those of `outer`, which holds it; a voxel has `size` bytes.
inline std::vector<std::byte> part_of(std::span<const std::byte> voxels, const VoxelBox &outer, const VoxelBox &inner,
                                      std::size_t size = 1) {
    std::vector<std::byte> part;
    for (int z = inner.low[2]; z < inner.high[2]; ++z) {
        for (int y = inner.low[1]; y < inner.high[1]; ++y) {
            for (int x = inner.low[0]; x < inner.high[0]; ++x) {
                const auto index =
                    (static_cast<std::size_t>(z - outer.low[2]) * static_cast<std::size_t>(outer.length(1)) +
                     static_cast<std::size_t>(y - outer.low[1])) *
                        static_cast<std::size_t>(outer.length(0)) +
                    static_cast<std::size_t>(x - outer.low[0]);
                const auto voxel = voxels.subspan(index * size, size);
                part.insert(part.end(), voxel.begin(), voxel.end());
            }
        }
    }
    return part;
}

/// A box inside a volume of these dimensions.
inline VoxelBox random_box(std::mt19937 &random, const std::array<int, 3> &dims) {
    VoxelBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.low[axis] = std::uniform_int_distribution(0, dims[axis] - 1)(random);
        box.high[axis] = std::uniform_int_distribution(box.low[axis] + 1, dims[axis])(random);
    }
    return box;
}

/// The whole volume and `count` random boxes are those of `whole`, to the bit.
inline void expect_boxes(const BrickSource &source, const Volume &whole, int count = 30, unsigned seed = 1) {
    ASSERT_EQ(source.header().type, whole.type());
    ASSERT_EQ(source.grid(0).dims, whole.grid().dims);
    const std::array<int, 3> dims = whole.grid().dims;
    const VoxelBox all{{0, 0, 0}, dims};
    EXPECT_TRUE(std::ranges::equal(read_box(source, 0, all), whole.bytes()));
    std::mt19937 random(seed);
    for (int i = 0; i < count; ++i) {
        const VoxelBox box = random_box(random, dims);
        EXPECT_EQ(read_box(source, 0, box), part_of(whole.bytes(), all, box, scalar_size(whole.type())))
            << box.low[0] << "," << box.low[1] << "," << box.low[2] << " to " << box.high[0] << "," << box.high[1]
            << "," << box.high[2];
    }
}

/// Writes int16 voxels as NIfTI-1. @return its name
inline std::string nifti_file(const std::string &file, const std::vector<std::int16_t> &values,
                              const std::array<std::int16_t, 3> &dims, float slope) {
    std::string head(352, '\0');
    const auto put = [&](std::size_t at, auto value) { std::memcpy(head.data() + at, &value, sizeof value); };
    put(0, std::int32_t{348});
    const std::array<std::int16_t, 8> all{3, dims[0], dims[1], dims[2], 1, 1, 1, 1};
    put(40, all);
    put(70, std::int16_t{4});
    put(72, std::int16_t{16});
    put(76, std::array<float, 4>{1, 1, 2, 3});
    put(108, 352.0f);
    put(112, slope);
    std::memcpy(head.data() + 344, "n+1", 3);
    std::ofstream stream(file, std::ios::binary);
    stream << head;
    stream.write(reinterpret_cast<const char *>(values.data()), static_cast<std::streamsize>(values.size() * 2));
    return file;
}

} // namespace voxmarch::testing
