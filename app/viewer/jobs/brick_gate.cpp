// Counts what was read, and asks.
#include "app/viewer/jobs/brick_gate.h"

#include <utility>

namespace voxmarch {

void BrickGate::set(Watch watch) {
    const std::lock_guard lock(mutex_);
    watch_ = std::move(watch);
    bricks_ = bytes_ = 0;
}

void BrickGate::ask() {
    const std::lock_guard lock(mutex_);
    if (watch_) {
        watch_(bricks_, bytes_);
    }
}

void BrickGate::pass(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    if (watch_) {
        watch_(bricks_, bytes_);
    }
    ++bricks_;
    bytes_ += bytes;
}

} // namespace voxmarch
