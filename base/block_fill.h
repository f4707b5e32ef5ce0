// Threads fill pieces into blocks, and one of them sends the blocks that are full.
#pragma once

#include "base/team.h"

#include <cstddef>
#include <functional>
#include <span>

namespace voxmarch {

/// What is filled, and where it goes.
struct BlockWork {
    std::size_t pieces = 0;          ///< in all; they come into blocks one behind the other
    std::size_t pieces_of_block = 1; ///< at least 1; the last block may have fewer
    std::size_t open_blocks = 1;     ///< as many are open at once, at least 1

    /// The memory of a block: called for one after the other, on the first thread alone.
    std::function<std::span<std::byte>(std::size_t block)> open;

    /// Writes a piece into its block; on any thread, several at once.
    std::function<void(std::size_t piece, std::span<std::byte> block)> fill;

    /// All pieces of a block are written: called for one after the other, on the first thread alone.
    std::function<void(std::size_t block, std::size_t pieces)> send;
};

/// Does it all on a team, whose first member is the calling thread. It fills pieces, too, between those calls.
/// @throws the first exception of `open`, `fill` and `send`; what was not begun is then left out
void fill_blocks(Team &team, const BlockWork &work);

} // namespace voxmarch
