// Downloads by way of pinned memory and out of mapped buffers: every byte arrives once, where it belongs.
#include "device/staged_download.h"
#include "tests/device/device_fixture.h"

#include <atomic>
#include <cstring>
#include <functional>

namespace voxmarch {

namespace {

std::vector<std::byte> counted_bytes(std::size_t count) {
    std::vector<std::byte> bytes(count);
    for (std::size_t i = 0; i < count; ++i) {
        bytes[i] = static_cast<std::byte>(i * 2654435761u >> 13);
    }
    return bytes;
}

/// Expects bytes [first, first + size) of `bytes`, each once. @param download  takes that many with what it is given
void expect_bytes(const std::vector<std::byte> &bytes, std::size_t first, std::size_t size,
                  const std::function<void(const TakePart &)> &download) {
    std::vector<std::byte> found(size);
    std::atomic<std::size_t> taken = 0;
    download([&](std::uint64_t from, std::span<const std::byte> part) {
        std::memcpy(found.data() + from, part.data(), part.size());
        taken += part.size();
    });
    EXPECT_EQ(taken, size);
    EXPECT_TRUE(std::equal(found.begin(), found.end(), bytes.begin() + static_cast<std::ptrdiff_t>(first)));
}

} // namespace

TEST(StagedDownload, takes_all_bytes_in_pieces_of_any_size) {
    Device &device = test_device();
    const std::vector<std::byte> bytes = counted_bytes(1000003);
    Buffer buffer(device, bytes.size() + 10, "test");
    buffer.upload(bytes);
    for (const std::uint64_t piece : {1u << 20, 500002u, 300000u, 8192u}) {
        for (const int threads : {1, 3, 8}) {
            for (const std::size_t size : {std::size_t{5}, std::size_t{700000}, bytes.size() - 3}) {
                SCOPED_TRACE(std::to_string(piece) + " bytes, " + std::to_string(threads) + " threads");
                expect_bytes(bytes, 3, size, [&](const TakePart &take) {
                    download_staged(device, buffer, 3, size, take, {piece, 2 * piece, threads, {}});
                });
            }
        }
    }
}

TEST(StagedDownload, takes_all_bytes_by_every_way) {
    const std::vector<std::byte> bytes = counted_bytes(1000003);
    const TakePart nothing = [](std::uint64_t, std::span<const std::byte>) {};
    for (const StagedCopies way : {StagedCopies::automatic, StagedCopies::always, StagedCopies::never}) {
        DeviceOptions options = environment_options();
        options.staged_copies = way;
        Device device(test_device().info().index, options);
        Buffer buffer(device, bytes.size(), "test");
        buffer.upload(bytes);
        for (const std::size_t size : {std::size_t{1}, std::size_t{700000}, bytes.size()}) {
            expect_bytes(bytes, 0, size, [&](const TakePart &take) { download_parts(device, buffer, size, take); });
        }
        const auto all = read_back(device, buffer);
        EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(all)), bytes));
        download_parts(device, buffer, 0, [](std::uint64_t, std::span<const std::byte>) { FAIL(); });
        EXPECT_THROW(download_parts(device, buffer, bytes.size() + 1, nothing), MemoryError);
        EXPECT_THROW(download_staged(device, buffer, 1, bytes.size(), nothing), MemoryError);
    }
}

} // namespace voxmarch
