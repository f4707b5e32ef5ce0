// Blocks arrive whole and in order, though their memory is used again and again.
#include "base/error.h"
#include "device/upload_ring.h"
#include "tests/device/device_fixture.h"

#include <algorithm>

namespace voxmarch {
namespace {

constexpr std::uint64_t block_bytes = 40000, tail_bytes = 40;
constexpr std::size_t turns = 23;

std::byte byte_of(std::size_t turn, std::size_t i) { return static_cast<std::byte>(turn * 37 + i % 201); }

/// Every turn was copied to a place of its own.
void expect_all(const Buffer &all, std::size_t blocks) {
    const std::vector<std::byte> found = downloaded<std::byte>(all);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        wrong += found[i] != byte_of(i / block_bytes, i % block_bytes);
    }
    EXPECT_EQ(wrong, 0u) << blocks << " blocks";
}

TEST(UploadRing, open_blocks_arrive) {
    for (const std::size_t blocks : {1u, 2u, 5u}) {
        UploadRing ring(test_device(), block_bytes, tail_bytes, blocks, "test");
        EXPECT_EQ(ring.count(), blocks);
        Buffer all(test_device(), turns * block_bytes, "test");
        for (std::size_t turn = 0; turn < turns; ++turn) {
            const std::span<std::byte> open = ring.open(turn);
            ASSERT_EQ(open.size(), block_bytes);
            ASSERT_EQ(ring.open(turn).data(), open.data()) << "it is open already";
            for (std::size_t i = 0; i < open.size(); ++i) {
                open[i] = byte_of(turn, i);
            }
            ring.note_reader(turn, all.copy_from(ring.send(turn), turn * block_bytes));
        }
        EXPECT_EQ(ring.take_upload_ms(), 0.0) << "nothing was brought";
        expect_all(all, blocks);
    }
}

TEST(UploadRing, parts_arrive_behind_each_other_and_a_tail_behind_them) {
    PinnedMemory memory(test_device(), turns * block_bytes, false);
    for (std::size_t i = 0; i < turns * block_bytes; ++i) {
        memory.bytes()[i] = byte_of(i / block_bytes, i % block_bytes);
    }
    for (const std::size_t blocks : {1u, 2u, 5u}) {
        UploadRing ring(test_device(), block_bytes, tail_bytes, blocks, "test");
        Buffer all(test_device(), turns * block_bytes, "test");
        for (std::size_t turn = 0; turn < turns; ++turn) {
            const std::span<const std::byte> block(memory.bytes() + turn * block_bytes, block_bytes);
            std::vector<std::span<const std::byte>> parts;
            for (std::size_t first = 0; first < block_bytes - tail_bytes; first += 9990) {
                parts.push_back(block.subspan(first, 9990));
            }
            std::vector<std::byte> tail(block.end() - tail_bytes, block.end());
            const Buffer &there = ring.gather(turn, parts, tail);
            tail.assign(tail_bytes, std::byte{0}); // it was taken
            ring.note_reader(turn, all.copy_from(there, turn * block_bytes));
        }
        const double ms = ring.take_upload_ms();
        EXPECT_EQ(ms > 0.0, test_device().info().event_times);
        EXPECT_EQ(ring.take_upload_ms(), 0.0) << "it is taken";
        expect_all(all, blocks);
    }
}

TEST(UploadRing, refuses_what_is_larger_than_a_block) {
    PinnedMemory memory(test_device(), block_bytes, false);
    UploadRing ring(test_device(), block_bytes, tail_bytes, 2, "test");
    const std::span<const std::byte> all(memory.bytes(), block_bytes);
    const std::vector<std::byte> tail(tail_bytes + 1);
    EXPECT_THROW((void)ring.gather(0, {{all}}, std::span(tail).first(1)), MemoryError);
    EXPECT_THROW((void)ring.gather(0, {{all.first(9)}}, tail), MemoryError);
}

TEST(UploadRing, memory_is_counted_and_given_back) {
    const std::uint64_t before = test_device().allocated();
    {
        UploadRing ring(test_device(), 4096, 16, 3, "test");
        EXPECT_GE(test_device().allocated(), before + 3 * 4096);
        (void)ring.open(0); // open when it ends
    }
    EXPECT_EQ(test_device().allocated(), before);
}

} // namespace
} // namespace voxmarch
