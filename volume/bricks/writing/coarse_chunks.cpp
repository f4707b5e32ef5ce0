// Collects reduced voxels until chunks are whole.
#include "volume/bricks/writing/coarse_chunks.h"

#include <algorithm>

namespace voxmarch {

namespace {

/// Every second bit of a Morton code, from the lowest on.
int every_second_bit(std::uint64_t code) {
    int result = 0;
    for (int bit = 0; bit < 31; ++bit) {
        result |= static_cast<int>(code >> (2 * bit) & 1u) << bit;
    }
    return result;
}

} // namespace

CoarseChunks::Begun &CoarseChunks::begin(int level, const Index3 &chunk) {
    const auto [place, is_new] = begun_.try_emplace({level, chunk});
    Begun &begun = place->second;
    if (is_new) {
        const Index3 beneath = layout_.chunks(level - 1);
        begun.missing = 1;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            begun.block.low[axis] = chunk[axis] * chunk_edge;
            begun.block.dims[axis] = std::min(chunk_edge, layout_.dims(level)[axis] - begun.block.low[axis]);
            begun.missing *= std::min(2, beneath[axis] - 2 * chunk[axis]);
        }
        begun.block.bytes.resize(maker_.bytes_of(begun.block.dims));
    }
    return begun;
}

void CoarseChunks::add(const VoxelBlock &block, std::vector<ShardPart> &parts) {
    Index3 chunk, place;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        chunk[axis] = block.low[axis] / chunk_edge;
        place[axis] = block.low[axis] % chunk_edge;
    }
    Begun &begun = begin(levels_in_shard, chunk);
    copy_box(layout_.value_size(), block.dims, block.bytes.data(), block.dims, {}, begun.block.bytes.data(),
             begun.block.dims, place);
    if (--begun.missing == 0) {
        finish(levels_in_shard, chunk, parts);
    }
}

void CoarseChunks::finish(int level, const Index3 &chunk, std::vector<ShardPart> &parts) {
    const auto place = begun_.find({level, chunk});
    scratch_.piece = std::move(place->second.block);
    begun_.erase(place);
    std::vector<PackedChunk> packed(ShardIndex::entry_count);
    maker_.take_chunks(level, scratch_, &packed);
    Index3 shard, above;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        shard[axis] = chunk[axis] / shard_chunks;
        above[axis] = chunk[axis] / 2;
    }
    ShardPart &part = parts.emplace_back(ShardPart{level, shard, {}});
    part.chunks.push_back(std::move(packed[ShardIndex::slot(chunk)]));
    if (level + 1 < layout_.level_count()) {
        Begun &next = begin(level + 1, above);
        maker_.reduce_into(next.block, scratch_);
        if (--next.missing == 0) {
            finish(level + 1, above, parts);
        }
    }
}

std::vector<Index3> shard_order(const Index3 &shards) {
    std::uint64_t edge = 1;
    while (edge < static_cast<std::uint64_t>(std::max(shards[1], shards[2]))) {
        edge *= 2;
    }
    std::vector<Index3> order;
    for (std::uint64_t code = 0; code < edge * edge; ++code) {
        const int y = every_second_bit(code), z = every_second_bit(code >> 1);
        for (int x = 0; x < shards[0] && y < shards[1] && z < shards[2]; ++x) {
            order.push_back({x, y, z});
        }
    }
    return order;
}

} // namespace voxmarch
