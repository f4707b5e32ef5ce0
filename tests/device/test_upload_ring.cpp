// Blocks arrive whole and in order, though their memory is used again and again.
#include "device/upload_ring.h"
#include "tests/device/device_fixture.h"

#include <algorithm>

namespace voxmarch {
namespace {

/// Sends turns of different sizes through a ring; what each brought is copied to a place of its own.
void expect_turns_arrive(Device &device, std::size_t blocks) {
    constexpr std::uint64_t block_bytes = 40000;
    constexpr std::size_t turns = 23;
    UploadRing ring(device, block_bytes, blocks, "test");
    EXPECT_EQ(ring.count(), blocks);
    Buffer all(device, turns * block_bytes, "test");
    const auto byte_of = [](std::size_t turn, std::size_t i) { return static_cast<std::byte>(turn * 37 + i % 201); };
    for (std::size_t turn = 0; turn < turns; ++turn) {
        const std::span<std::byte> open = ring.open(turn);
        ASSERT_EQ(open.size(), block_bytes);
        ASSERT_EQ(ring.open(turn).data(), open.data()) << "it is open already";
        for (std::size_t i = 0; i < open.size(); ++i) {
            open[i] = byte_of(turn, i);
        }
        const std::uint64_t sent = turn % 3 == 1 ? block_bytes / 3 : block_bytes;
        ring.note_reader(turn, all.copy_from(ring.send(turn, sent), turn * block_bytes));
    }
    EXPECT_GE(ring.take_upload_ms(), 0.0);
    EXPECT_EQ(ring.take_upload_ms(), 0.0) << "it is taken";
    const std::vector<std::byte> found = downloaded<std::byte>(all);
    std::size_t wrong = 0;
    for (std::size_t turn = 0; turn < turns; ++turn) {
        for (std::size_t i = 0; i < (turn % 3 == 1 ? block_bytes / 3 : block_bytes); ++i) {
            wrong += found[turn * block_bytes + i] != byte_of(turn, i);
        }
    }
    EXPECT_EQ(wrong, 0u) << blocks << " blocks";
}

TEST(UploadRing, turns_arrive_by_pinned_memory_and_without) {
    for (const StagedCopies way : {StagedCopies::always, StagedCopies::never}) {
        DeviceOptions options = environment_options();
        options.staged_copies = way;
        Device device("", options);
        for (const std::size_t blocks : {1u, 2u, 5u}) {
            expect_turns_arrive(device, blocks);
        }
    }
}

TEST(UploadRing, memory_is_counted_and_given_back) {
    const std::uint64_t before = test_device().allocated();
    {
        UploadRing ring(test_device(), 4096, 3, "test");
        EXPECT_GE(test_device().allocated(), before + 3 * 4096);
        (void)ring.open(0); // open when it ends
    }
    EXPECT_EQ(test_device().allocated(), before);
}

} // namespace
} // namespace voxmarch
