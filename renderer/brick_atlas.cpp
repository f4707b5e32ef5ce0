// Counts bricks and slots, and fills slots with voxels.
#include "renderer/brick_atlas.h"

#include "base/unset_vector.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// What a page has bits for, along each axis.
constexpr std::array<std::uint64_t, 3> page_limits{1023, 1023, 4094};

constexpr int empty_slot = -1;

} // namespace

std::array<int, 3> bricks_along(const std::array<int, 3> &dims, BrickSize size) {
    std::array<int, 3> bricks{};
    std::ranges::transform(dims, bricks.begin(),
                           [&](int voxels) { return std::max(1, (voxels - 1 + size.edge - 1) / size.edge); });
    return bricks;
}

std::uint64_t brick_count(const std::array<int, 3> &dims, BrickSize size) {
    const std::array<int, 3> along = bricks_along(dims, size);
    return std::uint64_t(along[0]) * std::uint64_t(along[1]) * std::uint64_t(along[2]);
}

glm::ivec3 place_in(const std::array<int, 3> &along, int number) {
    return {number % along[0], number / along[0] % along[1], number / (along[0] * along[1])};
}

std::array<int, 3> slots_of(const std::array<int, 3> &dims, std::uint64_t slots,
                            const std::array<std::size_t, 3> &limits, BrickSize size) {
    const auto too_large = [&] {
        return MemoryError(fmt::format("an atlas of {} bricks is larger than an image of {}x{}x{} voxels", slots,
                                       limits[0], limits[1], limits[2]),
                           {{Remedy::other_backend, "buffer"}});
    };
    const auto stored = static_cast<std::uint64_t>(size.stored());
    std::array<std::uint64_t, 3> most{}, along{1, 1, 1};
    for (std::size_t i = 0; i < 3; ++i) {
        most[i] = limits[i] > 0 ? std::min<std::uint64_t>(page_limits[i], limits[i] / stored) : page_limits[i];
        most[i] = dims[i] == 1 ? std::min<std::uint64_t>(most[i], 1) : most[i];
        if (most[i] == 0) {
            throw too_large();
        }
    }
    std::array<std::size_t, 3> axes{0, 1, 2}; // those with the least room first: the others take what is left
    std::ranges::stable_sort(axes, {}, [&](std::size_t axis) { return most[axis]; });
    std::uint64_t left = std::max<std::uint64_t>(slots, 1);
    for (std::size_t i = 0; i < 3; ++i) { // the root of what is left for the axes that are left
        const std::size_t axis = axes[i];
        const double root = std::pow(static_cast<double>(left), 1.0 / static_cast<double>(3 - i));
        along[axis] = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::ceil(root - 1e-9)), 1, most[axis]);
        left = (left + along[axis] - 1) / along[axis];
    }
    if (left > 1) {
        throw too_large();
    }
    return {static_cast<int>(along[0]), static_cast<int>(along[1]), static_cast<int>(along[2])};
}

std::array<int, 3> slots_within(const std::array<int, 3> &dims, std::uint64_t slots,
                                const std::array<std::size_t, 3> &limits, BrickSize size) {
    for (std::uint64_t fewer = slots;; --fewer) {
        const std::array<int, 3> along = slots_of(dims, fewer, limits, size);
        if (std::uint64_t(along[0]) * std::uint64_t(along[1]) * std::uint64_t(along[2]) <= slots) {
            return along;
        }
    }
}

VoxelBox stored_box(const std::array<int, 3> &dims, glm::ivec3 brick, BrickSize brick_size) {
    VoxelBox box;
    for (int i = 0; i < 3; ++i) {
        const auto axis = static_cast<std::size_t>(i);
        const int first = brick[i] * brick_size.edge - BRICK_APRON;
        box.low[axis] = std::max(first, 0);
        box.high[axis] = std::min(first + brick_size.stored(), dims[axis]);
    }
    return box;
}

void fill_slot(const std::array<int, 3> &dims, std::size_t voxel_bytes, glm::ivec3 brick, BrickSize brick_size,
               const std::function<void(const VoxelBox &, std::span<std::byte>)> &read, std::span<std::byte> stored) {
    const VoxelBox box = stored_box(dims, brick, brick_size);
    std::array<std::size_t, 3> size{};
    for (std::size_t i = 0; i < 3; ++i) {
        size[i] = static_cast<std::size_t>(box.high[i] - box.low[i]);
    }
    const std::size_t bytes = size[0] * size[1] * size[2] * voxel_bytes;
    if (bytes == stored.size()) {
        read(box, stored);
        return;
    }
    UnsetVector<std::byte> voxels(bytes);
    read(box, voxels);
    const auto nearest = [&](int axis, int i) { // index in the box of the voxel that stands at place i of the slot
        const auto a = static_cast<std::size_t>(axis);
        const int voxel = brick[axis] * brick_size.edge - BRICK_APRON + i;
        return static_cast<std::size_t>(std::clamp(voxel, box.low[a], box.high[a] - 1) - box.low[a]);
    };
    const auto before = static_cast<std::size_t>(box.low[0] - (brick.x * brick_size.edge - BRICK_APRON));
    const int edge = brick_size.stored();
    const auto row_voxels = static_cast<std::size_t>(edge);
    std::byte *to = stored.data();
    for (int z = 0; z < edge; ++z) {
        for (int y = 0; y < edge; ++y, to += row_voxels * voxel_bytes) {
            const std::byte *row = voxels.data() + (nearest(2, z) * size[1] + nearest(1, y)) * size[0] * voxel_bytes;
            std::memcpy(to + before * voxel_bytes, row, size[0] * voxel_bytes);
            for (std::size_t x = 0; x < before; ++x) {
                std::memcpy(to + x * voxel_bytes, row, voxel_bytes);
            }
            for (std::size_t x = before + size[0]; x < row_voxels; ++x) {
                std::memcpy(to + x * voxel_bytes, row + (size[0] - 1) * voxel_bytes, voxel_bytes);
            }
        }
    }
}

BrickAtlas::BrickAtlas(Device &device, const std::array<int, 3> &dims, std::uint64_t slots,
                       const std::array<std::size_t, 3> &limits, BrickSize size)
    : device_(&device), size_(size), bricks_(bricks_along(dims, size)) {
    const bool all = slots >= static_cast<std::uint64_t>(brick_count());
    slots_ = all ? slots_of(dims, slots, limits, size) : slots_within(dims, slots, limits, size);
    page_of_brick_.resize(static_cast<std::size_t>(brick_count()), PAGE_MISSING);
    brick_of_slot_.resize(static_cast<std::size_t>(slot_count()), {0, 0, 0, empty_slot});
    fresh_.resize(brick_of_slot_.size());
    filled_at_.resize(brick_of_slot_.size());
}

std::array<int, 3> BrickAtlas::dims() const {
    const int edge = size_.stored();
    return {slots_[0] * edge, slots_[1] * edge, slots_[2] * edge};
}

std::optional<int> BrickAtlas::brick_in(int slot) const {
    const int number = brick_of_slot_[static_cast<std::size_t>(slot)][3];
    return number == empty_slot ? std::nullopt : std::optional(number);
}

std::vector<int> BrickAtlas::held_bricks() const {
    std::vector<int> bricks;
    for (const std::array<int, 4> &held : brick_of_slot_) {
        if (held[3] != empty_slot) {
            bricks.push_back(held[3]);
        }
    }
    return bricks;
}

void BrickAtlas::put(int brick_number, int slot_number) {
    std::array<int, 4> &held = brick_of_slot_[static_cast<std::size_t>(slot_number)];
    if (held[3] != empty_slot) {
        page_of_brick_[static_cast<std::size_t>(held[3])] = PAGE_MISSING;
    }
    const glm::ivec3 lies_at = slot(slot_number), of_volume = brick(brick_number);
    held = {of_volume.x, of_volume.y, of_volume.z, brick_number};
    page_of_brick_[static_cast<std::size_t>(brick_number)] =
        static_cast<std::uint32_t>(lies_at.x | lies_at.y << 10 | lies_at.z << 20);
    fresh_[static_cast<std::size_t>(slot_number)] = true;
    filled_at_[static_cast<std::size_t>(slot_number)] = ++puts_;
    changed_ = true;
}

std::vector<int> BrickAtlas::filled_since(std::uint64_t puts) const {
    std::vector<int> slots;
    for (int slot = 0; slot < slot_count(); ++slot) {
        if (filled_at_[static_cast<std::size_t>(slot)] > puts) {
            slots.push_back(slot);
        }
    }
    return slots;
}

void BrickAtlas::begin_frame() { std::fill(fresh_.begin(), fresh_.end(), false); }

void BrickAtlas::update() {
    if (changed_) {
        upload(*device_, pages_, page_of_brick_, "the page table of the volume's bricks");
        upload(*device_, slot_bricks_, brick_of_slot_, "the bricks in the atlas's slots");
        changed_ = false;
    }
}

} // namespace voxmarch
