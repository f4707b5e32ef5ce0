// Brings staged bricks to their slots of an atlas.
#pragma once

#include "device/kernel_cache.h"
#include "renderer/brick_atlas.h"
#include "renderer/derive_files.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace voxmarch {

/// A brick that goes to a slot, as kernels/derive/fill_slots.cl reads it.
struct SlotEntry {
    int slot, brick;
    int replaced; ///< the brick that lay there; < 0: none
    int unused = 0;
};

/// Where bricks go. Refers to all it is given.
struct SlotTarget {
    BrickAtlas &atlas;
    DeviceArray &voxels;
    VoxelAccess access;
};

/// Refers to its device.
class SlotWriter {
public:
    explicit SlotWriter(Device &device) : device_(&device), kernels_(device) {}

    /// Starts to write bricks, and tells the atlas: by one launch, page table and all, where kernels can write the
    /// array; else brick by brick, and the page table waits for BrickAtlas::update().
    /// @param staged   voxels of the bricks one behind the other, then `entries`
    /// @return the last command
    [[nodiscard]] Event write(const Buffer &staged, std::span<const SlotEntry> entries, const SlotTarget &target);

private:
    Device *device_;
    KernelCache kernels_;

    Event launch(const Buffer &staged, int count, const SlotTarget &target);
    static Event copy(const Buffer &staged, std::size_t number, int slot, const SlotTarget &target);
};

} // namespace voxmarch
