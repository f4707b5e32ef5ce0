// Launches cut into shorter ones, for devices that somebody looks at: their watchdogs end what takes seconds.
#pragma once

#include "device/event.h"
#include "device/program.h"

#include <algorithm>
#include <cstddef>

namespace voxmarch {

/// Calls launch(size) for ranges of at most so many work-items along the last axis, one after the other; work-items
/// have the global ids that they have in the whole. Group ids begin anew in each.
/// @param size  of the whole, one or two axes, with a local size
template <typename Launch> Events launch_ranges(LaunchSize size, std::size_t most_items, Launch &&launch) {
    const std::size_t axis = size.global[1] > 1 ? 1 : 0, end = size.global[axis];
    const std::size_t beside = axis == 1 ? size.global[0] : 1;
    const std::size_t range = std::max(most_items / beside / size.local[axis], std::size_t{1}) * size.local[axis];
    Events events;
    for (std::size_t first = 0; first < end; first += range) {
        size.first[axis] = first;
        size.global[axis] = std::min(range, end - first);
        events.push_back(launch(static_cast<const LaunchSize &>(size)));
    }
    return events;
}

} // namespace voxmarch
