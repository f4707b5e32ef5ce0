// The way of bricks from host memory to their slots, block by block.
#pragma once

#include "device/upload_ring.h"
#include "renderer/brick_counts.h"
#include "renderer/brick_loader.h"
#include "renderer/kept_bricks.h"
#include "renderer/slot_writer.h"

#include <deque>
#include <optional>

namespace voxmarch {

/// Refers to its device and its counts. One thread at a time, but for the memory of open blocks.
class BrickSender {
public:
    /// @param slots      of the atlas: where there are few, less is under way
    /// @param most_kept  see BrickVoxels
    /// @throws MemoryError, DeviceError
    BrickSender(Device &device, BrickCounts &counts, std::size_t brick_bytes, int slots, std::uint64_t most_kept);

    std::size_t bricks_of_block() const { return bricks_of_block_; }
    std::size_t open_blocks() const; ///< that may be open at once

    /// Begins to load a plan: what is open is forgotten, and the bricks that are kept are sent.
    /// @return the others
    BrickPlan send_kept(const BrickPlan &plan, const SlotTarget &target);

    /// The memory of the next block, once it is free; for any thread to write.
    std::span<std::byte> open();

    /// Sends the bricks at the beginning of the block that was opened first. @param plan  those bricks
    void send(const BrickPlan &plan, const SlotTarget &target);

    /// Adds the times of what was sent, which is waited for, to the counts.
    void count_times();

private:
    Device *device_;
    BrickCounts *counts_;
    std::size_t brick_bytes_, bricks_of_block_;
    std::optional<KeptBricks> kept_; ///< of devices with memory of their own; goes after the ring, which reads it
    UploadRing ring_;
    std::deque<std::size_t> open_; ///< first places of blocks, or turns of the ring
    std::size_t turn_ = 0;         ///< of the ring: blocks that were sent
    SlotWriter writer_;
    Events placed_;

    std::vector<SlotEntry> entries_of(const BrickPlan &plan, const BrickAtlas &atlas) const;
    void gather(const BrickPlan &plan, std::span<const KeptBricks::Place> places, const SlotTarget &target);
    void place(const Buffer &staged, std::span<const SlotEntry> entries, const SlotTarget &target);
};

} // namespace voxmarch
