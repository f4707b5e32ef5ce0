// Blocks are made until there are enough, then the oldest is taken again.
#include "renderer/kept_bricks.h"

#include "base/error.h"

#include <algorithm>

namespace voxmarch {

KeptBricks::KeptBricks(Device &device, std::size_t brick_bytes, std::size_t bricks_of_block, std::uint64_t most_bytes,
                       std::size_t least_blocks)
    : device_(&device), brick_bytes_(brick_bytes), bricks_of_block_(bricks_of_block),
      most_blocks_(std::max<std::size_t>(most_bytes / (brick_bytes * bricks_of_block), least_blocks)) {
    while (blocks_.size() < least_blocks) {
        add_block();
    }
}

/// It is the host's memory: a limit of the device's says nothing of it.
void KeptBricks::add_block() {
    blocks_.push_back({std::make_unique<PinnedMemory>(*device_, brick_bytes_ * bricks_of_block_, false), {}, {}});
}

/// @return whether there is another block behind the last
bool KeptBricks::grow() {
    if (blocks_.size() >= most_blocks_ || (grown_ + 1) * bricks_of_block_ > came_again_) {
        return false;
    }
    try {
        add_block();
        ++grown_;
        return true;
    } catch (const MemoryError &) {
        most_blocks_ = blocks_.size();
        return false;
    }
}

std::optional<KeptBricks::Place> KeptBricks::find(int brick) const {
    const auto found = places_.find(brick);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
}

std::span<const std::byte> KeptBricks::bytes(Place place) const {
    return {blocks_[place / bricks_of_block_].memory->bytes() + place % bricks_of_block_ * brick_bytes_, brick_bytes_};
}

KeptBricks::Place KeptBricks::open() {
    if (next_ == blocks_.size() && !grow()) {
        next_ = 0;
    }
    Block &opened = blocks_[next_];
    opened.read.wait();
    for (const int brick : opened.bricks) {
        places_.erase(brick);
    }
    opened.bricks.clear();
    return next_++ * bricks_of_block_;
}

std::span<std::byte> KeptBricks::block(Place first) {
    return {blocks_[first / bricks_of_block_].memory->bytes(), brick_bytes_ * bricks_of_block_};
}

void KeptBricks::keep(Place first, std::span<const int> bricks) {
    blocks_[first / bricks_of_block_].bricks.assign(bricks.begin(), bricks.end());
    for (std::size_t i = 0; i < bricks.size(); ++i) {
        places_[bricks[i]] = first + i;
        came_again_ += came_.insert(bricks[i]).second ? 0 : 1;
    }
}

} // namespace voxmarch
