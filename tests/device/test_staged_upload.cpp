// Uploads by way of pinned memory: every byte arrives whatever the sizes of pieces and rows and the threads.
#include "device/staged_download.h"
#include "device/staged_upload.h"
#include "tests/device/device_fixture.h"

#include <CL/cl.h>
#include <algorithm>
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

CopyPart copy_of(const std::vector<std::byte> &bytes) {
    return [&bytes](std::uint64_t first, std::span<std::byte> target) {
        std::memcpy(target.data(), bytes.data() + first, target.size());
    };
}

bool shares_memory_with_host(const Device &device) {
    cl_bool shares = CL_FALSE;
    clGetDeviceInfo(device.handle(), CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof(shares), &shares, nullptr);
    return shares != CL_FALSE;
}

DeviceOptions with_copies(StagedCopies way) {
    DeviceOptions options = environment_options();
    options.staged_copies = way;
    return options;
}

} // namespace

TEST(StagedUpload, fills_buffers_in_pieces_of_any_size) {
    const std::vector<std::byte> bytes = shuffled(1000003);
    for (const std::uint64_t piece : {1u << 20, 1000003u, 500002u, 300000u, 4097u}) {
        for (const int threads : {1, 3, 8}) {
            Buffer buffer(test_device(), bytes.size() + 10, "test");
            buffer.fill(0x5a);
            upload_staged(test_device(), buffer, 4, bytes.size(), copy_of(bytes), {piece, 3 * piece, threads, {}});
            std::vector<std::byte> expected(4, std::byte{0x5a});
            expected.insert(expected.end(), bytes.begin(), bytes.end());
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
        upload_staged(test_device(), image, copy_of(bytes), {piece, 2 * piece, 2, {}});
        std::vector<std::byte> found(bytes.size());
        image.download(found);
        EXPECT_EQ(found, bytes) << piece;
    }
    Image3D image(test_device(), ImageFormat::r8, dims, "test");
    expect_contains(message_of<MemoryError>([&] {
                        upload_staged(test_device(), image, copy_of(bytes), {12, 24, 2, {}});
                    }),
                    "a row");
}

TEST(StagedUpload, refuses_what_does_not_fit) {
    const std::vector<std::byte> bytes = shuffled(10000);
    Buffer buffer(test_device(), bytes.size(), "test");
    message_of<MemoryError>([&] { upload_staged(test_device(), buffer, 0, bytes.size() + 1, copy_of(bytes)); });
    message_of<MemoryError>([&] { upload_staged(test_device(), buffer, 1, bytes.size(), copy_of(bytes)); });
    message_of<MemoryError>([&] { upload_bytes(test_device(), buffer, shuffled(10001)); });
}

TEST(StagedUpload, ends_when_progress_throws) {
    const std::vector<std::byte> bytes = shuffled(100000);
    Buffer buffer(test_device(), bytes.size(), "test");
    std::vector<double> shares;
    const auto cancel = [&](double share) {
        shares.push_back(share);
        if (share > 0.3) {
            throw std::runtime_error("enough");
        }
    };
    EXPECT_THROW(upload_staged(test_device(), buffer, 0, bytes.size(), copy_of(bytes), {10000, 30000, 3, cancel}),
                 std::runtime_error);
    EXPECT_EQ(shares.size(), 4u);
    upload_staged(test_device(), buffer, 0, bytes.size(), copy_of(bytes), {10000, 30000, 3, {}});
    EXPECT_EQ(downloaded<std::byte>(buffer), bytes);
}

TEST(StagedUpload, bytes_arrive_by_every_way_as_they_are_and_converted) {
    const std::vector<std::byte> bytes = shuffled(32 * 32 * 300);
    std::vector<std::byte> inverted = bytes;
    const ConvertPart invert = [](std::span<const std::byte> from, std::span<std::byte> to) {
        std::ranges::transform(from, to.begin(), [](std::byte byte) { return ~byte; });
    };
    invert(bytes, inverted);
    for (const StagedCopies way : {StagedCopies::automatic, StagedCopies::always, StagedCopies::never}) {
        Device device(test_device().info().index, with_copies(way));
        for (const ConvertPart &convert : {ConvertPart{}, invert}) {
            const std::vector<std::byte> &expected = convert ? inverted : bytes;
            Buffer buffer(device, bytes.size() + 7, "test");
            upload_bytes(device, buffer, bytes, convert);
            std::vector<std::byte> found(bytes.size());
            buffer.download(found);
            EXPECT_EQ(found, expected);
            if (!device.info().good_formats.empty()) {
                Image3D image(device, ImageFormat::r8, {32, 32, 300}, "test");
                upload_bytes(device, image, bytes, convert);
                image.download(found);
                EXPECT_EQ(found, expected);
            }
        }
        const bool pinned = way == StagedCopies::always;
        EXPECT_EQ(device.allocated(), pinned ? Staging{}.memory : 0u);
    }
}

TEST(Stages, pinned_memory_is_made_once_and_counts_as_allocated) {
    Device device(test_device().info().index, with_copies(StagedCopies::always));
    Buffer buffer(device, 300000, "test");
    const std::vector<std::byte> bytes = shuffled(buffer.bytes());
    EXPECT_EQ(device.allocated(), buffer.bytes());
    buffer.upload(bytes);
    EXPECT_EQ(device.allocated(), buffer.bytes() + Staging{}.memory);
    const std::uint64_t made = device.allocations();
    buffer.upload(bytes);
    EXPECT_EQ(downloaded<std::byte>(buffer), bytes);
    EXPECT_EQ(read_back(device, buffer).size(), bytes.size());
    EXPECT_EQ(device.allocations(), made);
    // Larger only where somebody asks for more.
    upload_staged(device, buffer, 0, bytes.size(), copy_of(bytes), {1 << 20, 64 << 20, 0, {}});
    EXPECT_EQ(device.allocated(), buffer.bytes() + (64u << 20));
}

TEST(Stages, pinned_memory_is_given_back_where_room_is_short) {
    Device device(test_device().info().index, with_copies(StagedCopies::always));
    constexpr std::uint64_t mib = 1 << 20;
    device.limit_memory(Staging{}.memory + 8 * mib);
    Buffer first(device, 4 * mib, "first");
    const std::vector<std::byte> bytes = shuffled(first.bytes());
    first.upload(bytes);
    EXPECT_EQ(device.allocated(), first.bytes() + Staging{}.memory);
    Buffer second(device, 30 * mib, "second"); // beside the first there is room for one of them
    EXPECT_EQ(device.allocated(), first.bytes() + second.bytes());
    first.upload(bytes); // by the driver
    EXPECT_EQ(device.allocated(), first.bytes() + second.bytes());
    EXPECT_EQ(downloaded<std::byte>(first), bytes);
    expect_contains(message_of<MemoryError>([&] { Buffer(device, 30 * mib, "third"); }), "no room for third");
    second = Buffer();
    if (!device.info().good_formats.empty()) {
        first.upload(bytes);
        EXPECT_EQ(device.allocated(), first.bytes() + Staging{}.memory);
        Image3D image(device, ImageFormat::r8, {1024, 1024, 20}, "image");
        EXPECT_EQ(device.allocated(), first.bytes() + image.bytes());
    }
}

TEST(Stages, small_copies_and_cpus_do_without) {
    Device device(test_device().info().index, with_copies(StagedCopies::automatic));
    const bool gpu = device.info().kind == DeviceKind::gpu && !shares_memory_with_host(device);
    EXPECT_FALSE(device.stages().take(1000));
    EXPECT_FALSE(device.stages().take(Staging{}.memory)) << "too early";
    EXPECT_EQ(device.stages().take(Staging{}.memory), gpu);
    EXPECT_EQ(device.stages().take(1 << 20), gpu) << "it is there now";
    EXPECT_FALSE(device.stages().take(1000));
    device.stages().give_back();
    device.limit_memory(1 << 20);
    EXPECT_FALSE(device.stages().take(Staging{}.memory)) << "no room";
}

} // namespace voxmarch
