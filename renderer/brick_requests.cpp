// The list ends before its length, so that one read brings both.
#include "renderer/brick_requests.h"

#include <algorithm>
#include <span>

namespace voxmarch {

namespace {

/// Bricks of a list that is read at once, with its length; what a wave lists beyond takes another read.
constexpr std::uint64_t read_at_once = 2048;

} // namespace

void BrickRequests::make_room(Device &device, std::uint64_t bricks) {
    if (!buffer_) {
        bricks_ = bricks;
        buffer_ = Buffer(device, (bricks + 1 + (bricks + 31) / 32) * 4, "bricks that rays wait for");
        buffer_.fill(0);
    }
}

std::vector<std::uint32_t> BrickRequests::take() {
    const std::uint64_t most = std::min(bricks_, read_at_once);
    end_.resize(most + 1);
    buffer_.download(std::as_writable_bytes(std::span(end_)), (bricks_ - most) * 4);
    const std::uint64_t count = end_.back();
    if (count == 0) {
        return {};
    }
    std::vector<std::uint32_t> list(count);
    if (count > most) {
        buffer_.download(std::as_writable_bytes(std::span(list)), (bricks_ - count) * 4);
    } else {
        std::copy(end_.end() - 1 - static_cast<std::ptrdiff_t>(count), end_.end() - 1, list.begin());
    }
    buffer_.fill(0, bricks_ * 4); // the length, and which bricks are listed
    return list;
}

} // namespace voxmarch
