// What a store knows of its values beside the voxels: the range of every brick, and how often each value occurs.
#pragma once

#include "volume/bricks/writing/store_layout.h"
#include "volume/voxel_blocks.h"

#include <mutex>
#include <optional>

namespace voxmarch {

/// Smallest and largest value of a brick's own voxels; exact for all our types.
struct BrickRange {
    float min, max;
};
static_assert(sizeof(BrickRange) == 8, "as the file has them");

/// Counts of the values of an 8- or 16-bit type; entry 0 is the type's lowest value. Empty for f32, whose range is not
/// known before all is read.
class ValueTally {
public:
    explicit ValueTally(ScalarType type);

    /// Counts the voxels of a block. On one thread at a time.
    void count(ScalarType type, std::span<const std::byte> voxels);

    void add_to(std::vector<std::uint64_t> &sums) { counts_ ? counts_->add_to(sums) : void(); }

    /// Entries of the table of a type; 0 for f32.
    static std::size_t entries(ScalarType type) {
        return type == ScalarType::f32 ? 0 : std::size_t{1} << (8 * scalar_size(type));
    }

private:
    std::optional<InterleavedCounts<4>> counts_;
};

/// Smallest and largest value of a box at the low corner of a chunk.
/// @param chunk  chunk_edge^3 voxels
/// @param size   of the box, in voxels
BrickRange range_of_chunk(ScalarType type, const std::byte *chunk, const Index3 &size);

/// Of all levels. Different bricks may be set by different threads.
struct LevelSummary {
    std::vector<std::vector<BrickRange>> ranges; ///< of each level, x fastest
    std::vector<std::uint64_t> counts;           ///< see ValueTally

    explicit LevelSummary(const StoreLayout &layout);
};

} // namespace voxmarch
