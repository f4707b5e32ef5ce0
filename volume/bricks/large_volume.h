// Volumes of so many voxels that these stay where they are stored: what is known of their values without all of them.
#pragma once

#include "volume/bricks/brick_source.h"

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace voxmarch {

/// Voxels that a sample has at most: enough for a histogram, and for what a camera frames.
constexpr std::uint64_t sample_voxels = std::uint64_t{1} << 24;

/// Up to so many voxels somebody looks at all of them where the source does not know its ranges.
constexpr std::uint64_t voxels_worth_a_pass = std::uint64_t{1} << 31;

/// What a large volume is like. It depends on the source alone, never on how much memory there is.
struct LargeVolume {
    std::shared_ptr<const BrickSource> source;

    /// Smallest and largest value, or those of `sample` where nobody has looked at all voxels.
    ValueRange range;

    /// All values lie within: `range`, or all that the type holds.
    ValueRange limits;

    /// See Volume::value_counts(); those of `sample` where nobody has counted all voxels.
    std::vector<std::uint64_t> value_counts;

    /// Ranges that hold all values of the bricks of level 0; empty: not known.
    std::vector<ValueRange> brick_ranges;

    /// Fewer voxels of the same box: the finest level of at most sample_voxels, else every n-th voxel of the coarsest.
    Volume sample;

    /// Bricks of level 0 from all over the volume, one behind the other along z: how alike neighbours are.
    Volume excerpt;
};

/// Looks at a source.
/// @param value_counts  of all voxels, if somebody has counted them: the ranges of bricks are then not looked for. They
///                      are not used beyond `pass_up_to`, or pictures would depend on who has counted
/// @param pass_up_to    voxels; integers of larger sources are known by their sample, if the ranges are not known
/// @throws what reading throws, MemoryError, UsageError, what `progress` throws
/// Cost: the sample, the excerpt, and a pass over all voxels where neither ranges nor counts are known and it is a
/// source of floats or not too large
std::shared_ptr<const LargeVolume> look_at(std::shared_ptr<const BrickSource> source,
                                           std::span<const std::uint64_t> value_counts = {},
                                           const std::function<void(double)> &progress = {},
                                           std::uint64_t pass_up_to = voxels_worth_a_pass);

/// Voxels in a source. They all come to memory when somebody asks for the bytes.
class SourceVoxels final : public VoxelStorage {
public:
    explicit SourceVoxels(std::shared_ptr<const BrickSource> source) : source_(std::move(source)) {}

    /// @throws what reading throws, MemoryError
    std::span<const std::byte> bytes() const override;

    std::shared_ptr<const BrickSource> source() const override { return source_; }

private:
    std::shared_ptr<const BrickSource> source_;
    mutable std::once_flag read_;
    mutable ZeroedBytes bytes_;
};

} // namespace voxmarch
