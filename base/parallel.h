// Work for all cores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>

namespace voxmarch {

/// Threads that on_all_cores() takes for so many pieces, at least 1.
int core_count(int pieces);

/// Calls work(0) .. work(pieces - 1), in any order and several at once, and returns when all are done.
/// @param progress  called on this thread alone with the share done, 0 .. 1, after each piece that this thread did, and
///                  with 1 at the end
/// @throws the first exception out of `work` or `progress`; pieces that were not begun are then left out
void on_all_cores(int pieces, const std::function<void(int)> &work, const std::function<void(double)> &progress = {});

/// Pieces of at most `size` items.
constexpr std::size_t piece_count(std::size_t items, std::size_t size) { return (items + size - 1) / size; }

/// Calls work(piece, first, end) for all pieces of `size` of the items, as on_all_cores().
template <typename Work> void in_pieces(std::size_t items, std::size_t size, const Work &work) {
    on_all_cores(static_cast<int>(piece_count(items, size)), [&](int piece) {
        const std::size_t first = static_cast<std::size_t>(piece) * size;
        work(static_cast<std::size_t>(piece), first, std::min(items, first + size));
    });
}

} // namespace voxmarch
