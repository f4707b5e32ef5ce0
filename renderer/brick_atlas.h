// Where the bricks of a volume lie on a device: an atlas of slots and the page table that leads to them.
#pragma once

#include "device/device.h"
#include "renderer/brick_size.h"
#include "volume/bricks/brick_source.h"

#include <array>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

namespace voxmarch {

/// Bricks of a volume along each axis, at least one.
std::array<int, 3> bricks_along(const std::array<int, 3> &dims, BrickSize size);

/// All of them.
std::uint64_t brick_count(const std::array<int, 3> &dims, BrickSize size);

/// Where thing `number` stands in rows of so many, x fastest.
glm::ivec3 place_in(const std::array<int, 3> &along, int number);

/// Slots along each axis of an atlas that has room for `slots` of them, or for a few more: nearly a cube, so that no
/// edge exceeds the limits of images. Along an axis of one voxel there is one, as its samples look half a voxel
/// farther.
/// @param dims    of the volume
/// @param limits  voxels; 0: none
/// @throws MemoryError where there is no such atlas
std::array<int, 3> slots_of(const std::array<int, 3> &dims, std::uint64_t slots,
                            const std::array<std::size_t, 3> &limits, BrickSize size);

/// The same of an atlas of `slots` of them, or a few less.
std::array<int, 3> slots_within(const std::array<int, 3> &dims, std::uint64_t slots,
                                const std::array<std::size_t, 3> &limits, BrickSize size);

/// The voxels that a slot holds of a brick, those that lie outside of the volume left out.
VoxelBox stored_box(const std::array<int, 3> &dims, glm::ivec3 brick, BrickSize size);

/// Fills a slot: reads stored_box() and repeats the outermost voxels where the slot goes on outside of the volume.
/// @param read    fills a box of voxels, x fastest
/// @param stored  size.slot_voxels() voxels
void fill_slot(const std::array<int, 3> &dims, std::size_t voxel_bytes, glm::ivec3 brick, BrickSize size,
               const std::function<void(const VoxelBox &, std::span<std::byte>)> &read, std::span<std::byte> stored);

/// Which brick lies in which slot. Refers to its device.
class BrickAtlas {
public:
    /// Room for `slots` bricks at least, all of them empty.
    /// @param limits  of the atlas's edges, voxels; 0: none
    BrickAtlas(Device &device, const std::array<int, 3> &dims, std::uint64_t slots,
               const std::array<std::size_t, 3> &limits, BrickSize size);

    BrickSize size() const { return size_; }
    const std::array<int, 3> &bricks() const { return bricks_; }
    std::array<int, 3> dims() const; ///< voxels of the atlas
    int slot_count() const { return slots_[0] * slots_[1] * slots_[2]; }
    glm::ivec3 slot(int index) const { return place_in(slots_, index); }
    glm::ivec3 corner(int index) const { return slot(index) * size_.stored(); } ///< first voxel of a slot

    glm::ivec3 brick(int index) const { return place_in(bricks_, index); }

    /// The brick in a slot.
    std::optional<int> brick_in(int slot) const;

    /// Bricks that lie in slots.
    std::vector<int> held_bricks() const;

    int brick_count() const { return bricks_[0] * bricks_[1] * bricks_[2]; }
    bool has_room_for_all() const { return slot_count() >= brick_count(); }

    /// From now on bricks that lie in the atlas are those of an earlier frame.
    void begin_frame();
    bool came_in_this_frame(int slot) const { return fresh_[static_cast<std::size_t>(slot)]; }

    /// Notes that a brick lies in a slot, in place of the one that lay there.
    void put(int brick, int slot);

    /// Bricks that were put, since the start.
    std::uint64_t puts() const { return puts_; }

    /// Slots that were filled after so many puts() and are not empty: what is derived from them is out of date.
    std::vector<int> filled_since(std::uint64_t puts) const;

    /// Brings pages and the bricks of slots to the device, if they changed.
    void update();
    /// They are there already: a kernel has written what was put.
    void note_updated() { changed_ = false; }

    const Buffer &pages() const { return pages_; }             ///< a uint a brick, see shared_types.h
    const Buffer &slot_bricks() const { return slot_bricks_; } ///< an int4 a slot (kernels/derive/reach_bricks.cl)

private:
    Device *device_;
    BrickSize size_;
    std::array<int, 3> bricks_, slots_;
    std::vector<std::uint32_t> page_of_brick_;
    std::vector<std::array<int, 4>> brick_of_slot_;
    std::vector<bool> fresh_;              ///< of slots
    std::vector<std::uint64_t> filled_at_; ///< puts() after each slot was filled; 0: it is empty
    std::uint64_t puts_ = 0;
    Buffer pages_, slot_bricks_;
    bool changed_ = true;
};

} // namespace voxmarch
