// Work cut into slabs, so that somebody can be told how far it is.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>

namespace voxmarch {

/// Milliseconds. What is expected to take less is done at once, whoever wants to know.
inline constexpr double surely_quick_ms = 100.0;

/// Calls work(first, count) until all of [0, end) is done: at once if nobody wants to know, else for slabs that take
/// about a quarter of a second each.
/// @param unit      slabs begin at multiples of it
/// @param progress  told the share that is done after every slab, 0 .. 1; may throw; empty: nobody wants to know
/// @param work      returns when its slab is done, if there is progress
template <typename Work>
void in_slabs(std::size_t end, std::size_t unit, const std::function<void(double)> &progress, Work &&work) {
    if (!progress) {
        work(std::size_t{0}, end);
        return;
    }
    constexpr double slab_ms = 250.0, least_ms = 0.01;
    std::size_t slab = unit;
    for (std::size_t first = 0; first < end;) {
        const std::size_t count = std::min(slab, end - first);
        const auto start = std::chrono::steady_clock::now();
        work(first, count);
        const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
        first += count;
        progress(static_cast<double>(first) / static_cast<double>(end));
        // At most twice as many: slabs within an object take longer than those before it.
        const double growth = std::min(slab_ms / std::max(taken.count(), least_ms), 2.0);
        slab = std::max<std::size_t>(static_cast<std::size_t>(static_cast<double>(slab / unit) * growth), 1) * unit;
    }
}

} // namespace voxmarch
