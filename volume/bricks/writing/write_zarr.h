// Writes a volume of any size as OME-Zarr 0.5 with all its levels, in one pass over its voxels.
#pragma once

#include "volume/bricks/brick_source.h"
#include "volume/bricks/writing/chunk_codec.h"
#include "volume/bricks/writing/store_folder.h"

#include <functional>

namespace voxmarch {

struct ZarrWriting {
    ChunkCodec codec = ChunkCodec::lz4;

    /// Coarser levels have the most frequent value of 2^3 voxels instead of their mean.
    bool labels = false;

    /// Remove a store that is there.
    bool replace = false;

    /// What tells the voxels from those of other inputs: a run goes on only with a store of the same.
    std::string input;

    /// Called now and then with the share of the voxels that are done, 0 .. 1. May throw to end it.
    std::function<void(double)> progress;

    /// Called once if an earlier run had begun, with the share of the shards of level 0 that are there.
    std::function<void(double)> on_going_on;
};

struct WrittenZarr {
    int levels = 0;
    std::uint64_t byte_count = 0; ///< of all shards
};

/// Writes level 0 of the source as Zarr v3 with the levels that follow from it, each half as large as the one before,
/// until no edge is longer than 64. Chunks of 64^3 in shards of 512^3; chunks of zeros alone are left out.
///
/// Whenever it is stopped, the store is marked as unfinished, and the same call goes on: shards that are there stay and
/// are read instead of the source. The bytes of the store are those of a run that was not stopped.
///
/// Memory, whatever the size: at most two shards' packed chunks (512 MiB each of f32) and 73 MiB of coarser voxels,
/// 40 MiB a core, 8 bytes a brick of 64^3 (150 MB for 16384^3), and a row of coarse chunks (coarse_chunks.h), beside
/// what the source takes: of a mapped file at most 4096 rows a core, of 64 KiB or less each.
/// @param root  folder of the store, whose own folder exists
/// @throws OccupiedPlace, OutputError, UnsupportedError (codec), as BrickSource::read(), what `progress` throws
WrittenZarr write_zarr(const BrickSource &source, const std::filesystem::path &root, const ZarrWriting &options);

} // namespace voxmarch
