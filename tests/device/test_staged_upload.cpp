// Uploads by way of pinned staging buffers: every byte arrives whatever the sizes of pieces and rows and the threads.
#include "device/staged_upload.h"
#include "tests/device/device_fixture.h"

#include <cstring>
#include <stdexcept>

namespace voxmarch {

namespace {

/// Bytes without a pattern that a piece in a wrong place could hide in.
std::vector<std::byte> shuffled(std::size_t count) {
    std::vector<std::byte> bytes(count);
    std::uint32_t state = 99;
    for (std::byte &byte : bytes) {
        state = state * 1664525u + 1013904223u;
        byte = static_cast<std::byte>(state >> 24);
    }
    return bytes;
}

FillPart copy_of(const std::vector<std::byte> &bytes) {
    return [&bytes](std::uint64_t first, std::span<std::byte> target) {
        std::memcpy(target.data(), bytes.data() + first, target.size());
    };
}

} // namespace

TEST(StagedUpload, fills_buffers_in_pieces_of_any_size) {
    const std::vector<std::byte> bytes = shuffled(100003);
    for (const std::uint64_t piece : {1u << 20, 100003u, 50002u, 8192u, 4097u}) {
        for (const int threads : {1, 3, 8}) {
            Buffer buffer(test_device(), bytes.size() + 10, "test");
            buffer.fill(0x5a);
            upload_staged(test_device(), buffer, bytes.size(), copy_of(bytes), {piece, threads, {}});
            std::vector<std::byte> expected = bytes;
            expected.resize(bytes.size() + 10, std::byte{0x5a});
            EXPECT_EQ(downloaded<std::byte>(buffer), expected) << piece << " bytes, " << threads << " threads";
        }
    }
}

TEST(StagedUpload, fills_images_by_slices_and_by_rows) {
    if (test_device().info().good_formats.empty()) {
        GTEST_SKIP() << "no images here";
    }
    const std::array<int, 3> dims{13, 7, 9};
    const std::vector<std::byte> bytes = shuffled(13 * 7 * 9);
    // All at once; four slices of 91 bytes; a slice; five rows and the rest; one row.
    for (const std::uint64_t piece : {4096u, 370u, 91u, 70u, 13u}) {
        Image3D image(test_device(), ImageFormat::r8, dims, "test");
        upload_staged(test_device(), image, copy_of(bytes), {piece, 2, {}});
        std::vector<std::byte> found(bytes.size());
        image.download(found);
        EXPECT_EQ(found, bytes) << piece;
    }
    Image3D image(test_device(), ImageFormat::r8, dims, "test");
    expect_contains(message_of<MemoryError>([&] {
                        upload_staged(test_device(), image, copy_of(bytes), {12, 2, {}});
                    }),
                    "a row");
}

TEST(StagedUpload, gives_its_memory_back_and_asks_for_it_first) {
    const std::vector<std::byte> bytes = shuffled(10000);
    Buffer buffer(test_device(), bytes.size(), "test");
    const std::uint64_t before = test_device().allocated();
    std::uint64_t meanwhile = 0;
    upload_staged(test_device(), buffer, bytes.size(), copy_of(bytes),
                  {4096, 2, [&](double) { meanwhile = test_device().allocated(); }});
    EXPECT_EQ(meanwhile, before + 2 * 4096);
    EXPECT_EQ(test_device().allocated(), before);
    message_of<MemoryError>([&] { upload_staged(test_device(), buffer, bytes.size() + 1, copy_of(bytes)); });
}

TEST(StagedUpload, ends_when_progress_throws) {
    const std::vector<std::byte> bytes = shuffled(100000);
    Buffer buffer(test_device(), bytes.size(), "test");
    const std::uint64_t before = test_device().allocated();
    std::vector<double> shares;
    const auto cancel = [&](double share) {
        shares.push_back(share);
        if (share > 0.3) {
            throw std::runtime_error("enough");
        }
    };
    EXPECT_THROW(upload_staged(test_device(), buffer, bytes.size(), copy_of(bytes), {10000, 3, cancel}),
                 std::runtime_error);
    EXPECT_EQ(shares.size(), 4u);
    EXPECT_EQ(test_device().allocated(), before);
}

} // namespace voxmarch
