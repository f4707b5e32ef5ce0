// Cuts chunks out of blocks, looks at them, packs them.
#include "volume/bricks/writing/chunk_maker.h"

#include "volume/box_reduction.h"

#include <algorithm>
#include <cstring>

namespace voxmarch {

namespace {

bool is_zero(std::span<const std::byte> bytes) {
    return bytes[0] == std::byte{} && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0;
}

/// Calls use(chunk) for the chunks of a block.
template <typename Use> void for_chunks(const VoxelBlock &block, const Use &use) {
    const auto first = [&](std::size_t axis) { return block.low[axis] / chunk_edge; };
    const auto end = [&](std::size_t axis) { return (block.low[axis] + block.dims[axis] - 1) / chunk_edge + 1; };
    for (int z = first(2); z < end(2); ++z) {
        for (int y = first(1); y < end(1); ++y) {
            for (int x = first(0); x < end(0); ++x) {
                use(Index3{x, y, z});
            }
        }
    }
}

} // namespace

std::size_t ChunkMaker::bytes_of(const Index3 &dims) const {
    return layout_.value_size() * static_cast<std::size_t>(dims[0]) * static_cast<std::size_t>(dims[1]) *
           static_cast<std::size_t>(dims[2]);
}

void ChunkMaker::take_chunks(int level, ChunkScratch &scratch, std::vector<PackedChunk> *packed) const {
    for_chunks(scratch.piece, [&](const Index3 &chunk) {
        PackedChunk made = take_chunk(level, chunk, scratch, packed != nullptr);
        if (packed) {
            (*packed)[ShardIndex::slot(chunk)] = std::move(made);
        }
    });
}

PackedChunk ChunkMaker::take_chunk(int level, const Index3 &chunk, ChunkScratch &scratch, bool packs) const {
    const VoxelBlock &piece = scratch.piece;
    scratch.chunk.resize(bytes_of({chunk_edge, chunk_edge, chunk_edge}));
    Index3 size, from;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        from[axis] = chunk[axis] * chunk_edge - piece.low[axis];
        size[axis] = std::min(chunk_edge, piece.dims[axis] - from[axis]);
    }
    if (size != Index3{chunk_edge, chunk_edge, chunk_edge}) {
        std::fill(scratch.chunk.begin(), scratch.chunk.end(), std::byte{});
    }
    copy_box(layout_.value_size(), size, piece.bytes.data(), piece.dims, from, scratch.chunk.data(),
             {chunk_edge, chunk_edge, chunk_edge}, {});
    const Index3 bricks = layout_.chunks(level);
    const std::size_t brick = (static_cast<std::size_t>(chunk[2]) * static_cast<std::size_t>(bricks[1]) +
                               static_cast<std::size_t>(chunk[1])) *
                                  static_cast<std::size_t>(bricks[0]) +
                              static_cast<std::size_t>(chunk[0]);
    summary_.ranges[static_cast<std::size_t>(level)][brick] =
        range_of_chunk(layout_.header.type, scratch.chunk.data(), size);
    PackedChunk made{ShardIndex::slot(chunk), {}};
    if (packs && !is_zero(scratch.chunk)) {
        made.bytes = pack_chunk(layout_.codec, layout_.value_size(), scratch.chunk);
    }
    return made;
}

void ChunkMaker::reduce_into(VoxelBlock &next, ChunkScratch &scratch) const {
    const VoxelBlock &piece = scratch.piece;
    const Index3 dims = reduced_dims(piece.dims, 2);
    scratch.reduced.resize(bytes_of(dims));
    reduce_boxes(layout_.header.type, layout_.labels ? BoxValue::mode : BoxValue::mean,
                 std::span(piece.bytes).first(bytes_of(piece.dims)), piece.dims, 2, scratch.reduced);
    Index3 place;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        place[axis] = piece.low[axis] / 2 - next.low[axis];
    }
    copy_box(layout_.value_size(), dims, scratch.reduced.data(), dims, {}, next.bytes.data(), next.dims, place);
}

} // namespace voxmarch
