// Pinned memory that keeps the bricks that came through it last.
#pragma once

#include "device/event.h"
#include "device/staging.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace voxmarch {

/// Bricks on the host as a device takes them, in blocks that take turns: the ones that came first go first. A brick
/// that is kept comes again without being read. Refers to its device. One thread at a time, but for the memory of
/// blocks.
class KeptBricks {
public:
    /// @param most_bytes    of all blocks: there are more only as bricks come again that could not be kept, as pinning
    ///                      memory takes as long as reading
    /// @param least_blocks  there are as many from the start
    /// @throws MemoryError if there is no memory for those, DeviceError
    KeptBricks(Device &device, std::size_t brick_bytes, std::size_t bricks_of_block, std::uint64_t most_bytes,
               std::size_t least_blocks);

    /// A place for a brick: places of a block follow each other, and so do their bytes.
    using Place = std::size_t;

    /// Where a brick is kept.
    std::optional<Place> find(int brick) const;
    std::span<const std::byte> bytes(Place place) const;

    /// The first place of the next block, which forgets its bricks, once nobody reads them. At most `least_blocks` are
    /// open at once.
    /// @throws DeviceError
    Place open();
    std::span<std::byte> block(Place first);

    /// The bricks at the first places of a block are there.
    void keep(Place first, std::span<const int> bricks);

    /// The last command that reads a place.
    void note_reader(Place place, const Event &event) { blocks_[place / bricks_of_block_].read = event; }

    std::uint64_t held_bytes() const { return blocks_.size() * bricks_of_block_ * brick_bytes_; }

private:
    struct Block {
        std::unique_ptr<PinnedMemory> memory;
        std::vector<int> bricks;
        Event read;
    };
    Device *device_;
    std::size_t brick_bytes_, bricks_of_block_, most_blocks_;
    std::vector<Block> blocks_;
    std::size_t next_ = 0;         ///< block to open
    std::unordered_set<int> came_; ///< all bricks there ever were
    std::size_t came_again_ = 0;   ///< bricks that were read though they had been here: there was no room to keep them
    std::size_t grown_ = 0;        ///< blocks beyond the least
    std::unordered_map<int, Place> places_;

    void add_block();
    bool grow();
};

} // namespace voxmarch
