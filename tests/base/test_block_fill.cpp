// Pieces come into their blocks, blocks go in order, and errors end the work on all threads.
#include "base/block_fill.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <stdexcept>

namespace voxmarch {
namespace {

constexpr std::size_t piece_bytes = 3;

/// Blocks in a ring, as a device takes them: what was sent is noted at once, and its memory used again.
struct Ring {
    std::vector<std::vector<std::byte>> memory;
    std::vector<std::byte> sent;
    std::vector<std::size_t> sizes;

    BlockWork work(std::size_t pieces, std::size_t of_block) {
        BlockWork work;
        work.pieces = pieces;
        work.pieces_of_block = of_block;
        work.open_blocks = memory.size();
        work.open = [this, of_block](std::size_t block) {
            std::vector<std::byte> &opened = memory[block % memory.size()];
            opened.assign(of_block * piece_bytes, std::byte{0xee});
            return std::span(opened);
        };
        work.fill = [of_block](std::size_t piece, std::span<std::byte> block) {
            for (std::byte &byte : block.subspan(piece % of_block * piece_bytes, piece_bytes)) {
                byte = static_cast<std::byte>(piece % 251);
            }
        };
        work.send = [this](std::size_t block, std::size_t count) {
            const std::vector<std::byte> &full = memory[block % memory.size()];
            sent.insert(sent.end(), full.begin(), full.begin() + static_cast<std::ptrdiff_t>(count * piece_bytes));
            sizes.push_back(count);
        };
        return work;
    }
};

TEST(BlockFill, every_piece_goes_once_and_in_order) {
    for (const std::size_t members : {1u, 2u, 5u}) {
        Team team(members);
        for (const std::size_t blocks : {1u, 2u, 4u}) {
            for (const std::size_t pieces : {0u, 1u, 7u, 8u, 9u, 1000u}) {
                Ring ring{std::vector<std::vector<std::byte>>(blocks), {}, {}};
                fill_blocks(team, ring.work(pieces, 4));
                std::vector<std::byte> expected;
                for (std::size_t i = 0; i < pieces * piece_bytes; ++i) {
                    expected.push_back(static_cast<std::byte>(i / piece_bytes % 251));
                }
                EXPECT_EQ(ring.sent, expected) << members << " members, " << blocks << " blocks, " << pieces;
                EXPECT_EQ(ring.sizes.size(), (pieces + 3) / 4);
            }
        }
    }
}

TEST(BlockFill, full_blocks_go_while_others_are_filled) {
    Team team(2);
    Ring ring{std::vector<std::vector<std::byte>>(2), {}, {}};
    BlockWork work = ring.work(4, 1);
    std::atomic<bool> first_is_sent = false;
    work.send = [&](std::size_t block, std::size_t) { first_is_sent = first_is_sent || block == 0; };
    work.fill = [&](std::size_t piece, std::span<std::byte>) {
        for (int i = 0; piece == 2 && !first_is_sent && i < 5000; ++i) { // it has no room before the first has gone
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    };
    fill_blocks(team, work);
    EXPECT_TRUE(first_is_sent);
}

TEST(BlockFill, errors_end_the_work_and_the_team_goes_on) {
    for (const std::size_t members : {1u, 4u}) {
        Team team(members);
        const auto fails = [&](const std::function<void(BlockWork &)> &change) {
            Ring ring{std::vector<std::vector<std::byte>>(3), {}, {}};
            BlockWork work = ring.work(100, 4);
            change(work);
            EXPECT_THROW(fill_blocks(team, work), std::runtime_error);
            EXPECT_LT(ring.sizes.size(), 25u) << "not all goes";
        };
        fails([](BlockWork &work) {
            work.fill = [](std::size_t piece, std::span<std::byte>) {
                if (piece == 37) {
                    throw std::runtime_error("piece");
                }
            };
        });
        fails([](BlockWork &work) {
            work.send = [](std::size_t block, std::size_t) {
                if (block == 5) {
                    throw std::runtime_error("send");
                }
            };
        });
        fails([](BlockWork &work) {
            work.open = [open = work.open](std::size_t block) {
                if (block == 5) {
                    throw std::runtime_error("open");
                }
                return open(block);
            };
        });
        Ring ring{std::vector<std::vector<std::byte>>(3), {}, {}};
        fill_blocks(team, ring.work(100, 4));
        EXPECT_EQ(ring.sent.size(), 100 * piece_bytes);
    }
}

} // namespace
} // namespace voxmarch
