// Downloads by way of pinned memory and out of mapped buffers: every byte arrives once, where it belongs.
#include "device/staged_download.h"
#include "tests/device/device_fixture.h"

#include <atomic>
#include <cstring>

namespace voxmarch {

namespace {

std::vector<std::byte> counted_bytes(std::size_t count) {
    std::vector<std::byte> bytes(count);
    for (std::size_t i = 0; i < count; ++i) {
        bytes[i] = static_cast<std::byte>(i * 2654435761u >> 13);
    }
    return bytes;
}

void expect_all_bytes(Device &device) {
    const std::vector<std::byte> bytes = counted_bytes(100003);
    Buffer buffer(device, bytes.size() + 10, "test");
    buffer.upload(bytes);
    for (const std::uint64_t piece : {1u << 20, 50002u, 8192u}) {
        for (const int threads : {1, 3, 8}) {
            StagedDownload download(device, {piece, threads, {}});
            for (const std::size_t size : {std::size_t{5}, bytes.size(), std::size_t{60000}}) {
                std::vector<std::byte> found(size);
                std::atomic<std::size_t> taken = 0;
                download.take(buffer, size, [&](std::uint64_t first, std::span<const std::byte> part) {
                    std::memcpy(found.data() + first, part.data(), part.size());
                    taken += part.size();
                });
                EXPECT_EQ(taken, size);
                EXPECT_TRUE(std::equal(found.begin(), found.end(), bytes.begin())) << piece << " bytes, " << threads;
            }
        }
    }
    StagedDownload download(device);
    download.take(buffer, 0, [](std::uint64_t, std::span<const std::byte>) { FAIL(); });
    EXPECT_THROW(download.take(buffer, bytes.size() + 11, [](std::uint64_t, std::span<const std::byte>) {}),
                 MemoryError);
}

} // namespace

TEST(StagedDownload, takes_all_bytes_in_pieces_of_any_size) {
    expect_all_bytes(test_device());
    DeviceOptions options = environment_options();
    options.staged_uploads = true;
    Device staged(test_device().info().index, options);
    EXPECT_TRUE(goes_by_stages(staged, 1));
    expect_all_bytes(staged);
    EXPECT_EQ(staged.allocated(), 0u);
    staged.limit_memory(1);
    EXPECT_FALSE(goes_by_stages(staged, 1));
}

} // namespace voxmarch
