// Level by level: cores take pieces, pack their chunks and leave the next level behind.
#include "volume/bricks/writing/shard_pyramid.h"

#include "base/parallel.h"
#include "volume/box_reduction.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Most voxels that a core reads at a time: 8 MiB of f32.
constexpr std::int64_t piece_voxels = std::int64_t{1} << 21;

/// The part of a level that a shard of level 0 makes: `edge` voxels along each axis, fewer at the far faces.
VoxelBlock block_of(const StoreLayout &layout, int level, const Index3 &shard) {
    VoxelBlock block;
    const int edge = shard_edge >> level;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        block.low[axis] = shard[axis] * edge;
        block.dims[axis] = std::min(edge, layout.dims(level)[axis] - block.low[axis]);
    }
    return block;
}

/// Edges of what a core reads at a time: whole chunks, as long as what the source reads together, x before y before z.
Index3 piece_edges(const Index3 &read_size) {
    Index3 edges = {chunk_edge, chunk_edge, chunk_edge};
    std::int64_t voxels = std::int64_t{chunk_edge} * chunk_edge * chunk_edge;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        while (edges[axis] < std::min(read_size[axis], shard_edge) && voxels * 2 <= piece_voxels) {
            edges[axis] *= 2;
            voxels *= 2;
        }
    }
    return edges;
}

/// The pieces of a block, z slowest.
std::vector<VoxelBlock> pieces_of(const VoxelBlock &block, const Index3 &edges) {
    std::vector<VoxelBlock> pieces;
    for (int z = 0; z < block.dims[2]; z += edges[2]) {
        for (int y = 0; y < block.dims[1]; y += edges[1]) {
            for (int x = 0; x < block.dims[0]; x += edges[0]) {
                VoxelBlock &piece = pieces.emplace_back();
                const Index3 at = {x, y, z};
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    piece.low[axis] = block.low[axis] + at[axis];
                    piece.dims[axis] = std::min(edges[axis], block.dims[axis] - at[axis]);
                }
            }
        }
    }
    return pieces;
}

constexpr Index3 one_chunk = {chunk_edge, chunk_edge, chunk_edge};

/// The chunk in which a voxel lies.
Index3 chunk_at(const Index3 &voxel) { return {voxel[0] / chunk_edge, voxel[1] / chunk_edge, voxel[2] / chunk_edge}; }

Index3 difference(const Index3 &a, const Index3 &b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// What the levels of one shard share.
class ShardWork {
public:
    ShardWork(const BrickSource &source, const StoreLayout &layout, const FinishedShard *finished,
              LevelSummary &summary)
        : source_(source), layout_(layout), finished_(finished), maker_(layout, summary), pool_(layout.header.type) {}

    /// Makes the chunks of a block, on all cores, and the next coarser block.
    /// @param chunks  gets them by their slots
    VoxelBlock make_level(int level, const VoxelBlock &block, const Index3 &shard, std::vector<PackedChunk> &chunks,
                          const std::function<void(double)> &progress) {
        VoxelBlock next;
        if (level + 1 < layout_.level_count()) {
            next = block_of(layout_, level + 1, shard);
            next.bytes.resize(maker_.bytes_of(next.dims));
        }
        const std::vector<VoxelBlock> pieces =
            pieces_of(block, level == 0 ? piece_edges(source_.read_size(0)) : one_chunk);
        const auto take = [&](const VoxelBlock &piece, ChunkScratch &scratch) {
            scratch.piece.low = piece.low;
            scratch.piece.dims = piece.dims;
            scratch.piece.bytes.resize(maker_.bytes_of(piece.dims));
            level == 0 ? read_piece(scratch) : cut_piece(block, scratch);
            maker_.take_chunks(level, scratch, packs(level) ? &chunks : nullptr);
            if (!next.bytes.empty()) {
                maker_.reduce_into(next, scratch);
            }
        };
        on_all_cores(
            static_cast<int>(pieces.size()),
            [&](int i) {
                pool_.with([&](ChunkScratch &scratch) { take(pieces[static_cast<std::size_t>(i)], scratch); });
            },
            progress);
        return next;
    }

    /// Level 0 of a finished shard stays as it is.
    bool packs(int level) const { return level > 0 || !finished_; }

    void add_counts_to(std::vector<std::uint64_t> &sums) { pool_.add_counts_to(sums); }

private:
    const BrickSource &source_;
    const StoreLayout &layout_;
    const FinishedShard *finished_;
    ChunkMaker maker_;
    ScratchPool pool_;

    /// Brings the voxels of a piece of level 0, whose place is set, and counts them.
    void read_piece(ChunkScratch &scratch) const {
        if (finished_) {
            unpack_piece(scratch);
        } else {
            VoxelBox box{scratch.piece.low, scratch.piece.low};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                box.high[axis] += scratch.piece.dims[axis];
            }
            source_.read(0, box, scratch.piece.bytes);
            // All of the rows: the system maps 64 KiB around what is read, so also what lies beside it.
            box.low[0] = 0;
            box.high[0] = layout_.dims(0)[0];
            source_.forget(0, box);
        }
        scratch.tally.count(layout_.header.type, scratch.piece.bytes);
    }

    void unpack_piece(ChunkScratch &scratch) const {
        VoxelBlock &piece = scratch.piece;
        scratch.chunk.resize(maker_.bytes_of(one_chunk));
        for (const VoxelBlock &part : pieces_of(piece, one_chunk)) {
            const Index3 chunk = chunk_at(part.low);
            if (!finished_->read(ShardIndex::slot(chunk), layout_.codec, scratch.chunk)) {
                throw DamagedShard(fmt::format("chunk {}/{}/{}", chunk[2], chunk[1], chunk[0]));
            }
            copy_box(layout_.value_size(), part.dims, scratch.chunk.data(), one_chunk, {}, piece.bytes.data(),
                     piece.dims, difference(part.low, piece.low));
        }
    }

    /// Brings the voxels of a piece of another level.
    void cut_piece(const VoxelBlock &block, ChunkScratch &scratch) const {
        VoxelBlock &piece = scratch.piece;
        copy_box(layout_.value_size(), piece.dims, block.bytes.data(), block.dims, difference(piece.low, block.low),
                 piece.bytes.data(), piece.dims, {});
    }
};

/// The chunks of a block, by their slots, put into the order in which they go into the file.
std::vector<PackedChunk> in_file_order(std::vector<PackedChunk> by_slot, const VoxelBlock &block) {
    std::vector<PackedChunk> chunks;
    for (const VoxelBlock &chunk : pieces_of(block, one_chunk)) {
        chunks.push_back(std::move(by_slot[ShardIndex::slot(chunk_at(chunk.low))]));
    }
    return chunks;
}

} // namespace

ShardPyramid make_shard_pyramid(const BrickSource &source, const StoreLayout &layout, const Index3 &shard,
                                const FinishedShard *finished, LevelSummary &summary,
                                const std::function<void(double)> &progress) {
    ShardPyramid result;
    ShardWork work(source, layout, finished, summary);
    VoxelBlock block = block_of(layout, 0, shard);
    for (int level = 0; level < std::min(levels_in_shard, layout.level_count()); ++level) {
        std::vector<PackedChunk> chunks(ShardIndex::entry_count);
        VoxelBlock next =
            work.make_level(level, block, shard, chunks, level == 0 ? progress : std::function<void(double)>{});
        if (work.packs(level)) {
            Index3 at = chunk_at(block.low);
            std::transform(at.begin(), at.end(), at.begin(), [](int chunk) { return chunk / shard_chunks; });
            result.parts.push_back({level, at, in_file_order(std::move(chunks), block)});
        }
        block = std::move(next);
    }
    work.add_counts_to(summary.counts);
    result.top = std::move(block);
    return result;
}

} // namespace voxmarch
