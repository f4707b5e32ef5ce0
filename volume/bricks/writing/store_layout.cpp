// Counts levels, chunks and shards, and copies boxes of voxels.
#include "volume/bricks/writing/store_layout.h"

#include "volume/box_reduction.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace voxmarch {

StoreLayout::StoreLayout(std::filesystem::path folder, VolumeHeader level0, ChunkCodec packing, bool is_labels)
    : root(std::move(folder)), header(std::move(level0)), codec(packing), labels(is_labels) {
    levels.push_back(header.grid.dims);
    while (*std::max_element(levels.back().begin(), levels.back().end()) > coarsest_edge) {
        levels.push_back(reduced_dims(levels.back(), 2));
    }
}

Index3 StoreLayout::pieces(const Index3 &dims, int edge) { return reduced_dims(dims, edge); }

std::size_t StoreLayout::chunks_in_shard(int level, const Index3 &shard) const {
    const Index3 all = chunks(level);
    std::size_t count = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        count *= static_cast<std::size_t>(std::min(shard_chunks, all[axis] - shard[axis] * shard_chunks));
    }
    return count;
}

std::filesystem::path StoreLayout::shard_file(int level, const Index3 &shard) const {
    return root / fmt::format("{}/c/{}/{}/{}", level, shard[2], shard[1], shard[0]);
}

void copy_box(std::size_t value_size, const Index3 &size, const std::byte *from, const Index3 &from_dims,
              const Index3 &from_low, std::byte *to, const Index3 &to_dims, const Index3 &to_low) {
    const auto place = [value_size](const Index3 &dims, int x, int y, int z) {
        return value_size *
               ((static_cast<std::size_t>(z) * static_cast<std::size_t>(dims[1]) + static_cast<std::size_t>(y)) *
                    static_cast<std::size_t>(dims[0]) +
                static_cast<std::size_t>(x));
    };
    const std::size_t row = value_size * static_cast<std::size_t>(size[0]);
    for (int z = 0; z < size[2]; ++z) {
        for (int y = 0; y < size[1]; ++y) {
            std::memcpy(to + place(to_dims, to_low[0], to_low[1] + y, to_low[2] + z),
                        from + place(from_dims, from_low[0], from_low[1] + y, from_low[2] + z), row);
        }
    }
}

} // namespace voxmarch
