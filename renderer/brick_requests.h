// The list of bricks that rays wait for.
#pragma once

#include "device/memory.h"

#include <cstdint>
#include <vector>

namespace voxmarch {

/// What kernels/cast/request_bricks.cl writes.
class BrickRequests {
public:
    /// Makes room for all bricks of a volume, once.
    void make_room(Device &device, std::uint64_t bricks);

    /// Waits for the cast before, then takes what it lists: brick numbers in any order. The list is empty afterwards.
    std::vector<std::uint32_t> take();

    const Buffer &buffer() const { return buffer_; } ///< empty before make_room()

private:
    std::uint64_t bricks_ = 0;
    Buffer buffer_;
    std::vector<std::uint32_t> end_; ///< of the list, and how long it is
};

} // namespace voxmarch
