// Launches over slabs of work-items, so that somebody can be told how far they are.
#pragma once

#include "device/device.h"
#include "renderer/slabs.h"

#include <cstddef>
#include <functional>

namespace voxmarch {

/// Calls launch(size, first) for all work-items, or for slabs of them across an axis if somebody wants to know the
/// share, and waits after each. `first` is the first work-item of a slab along that axis.
template <typename Launch>
Events launch_slabs(const std::function<void(double)> &progress, LaunchSize size, std::size_t axis, Launch &&launch) {
    Events events;
    in_slabs(size.global[axis], size.local[axis], progress, [&](std::size_t first, std::size_t count) {
        size.global[axis] = count;
        events.push_back(launch(size, static_cast<int>(first)));
        if (progress) {
            events.back().wait();
        }
    });
    return events;
}

} // namespace voxmarch
