// Buffers and images: round trips of odd sizes, the account of memory, and what is refused before the driver sees it.
#include "tests/device/device_fixture.h"

#include <algorithm>
#include <numeric>

namespace voxmarch {

namespace {

/// Bytes without a pattern a padded row could hide in.
std::vector<std::byte> scrambled(std::size_t count) {
    std::vector<std::byte> bytes(count);
    std::uint32_t state = 12345;
    for (std::byte &byte : bytes) {
        state = state * 1664525u + 1013904223u;
        byte = static_cast<std::byte>(state >> 24);
    }
    return bytes;
}

const std::vector<std::pair<ImageFormat, std::size_t>> formats{
    {ImageFormat::r8, 1}, {ImageFormat::r16, 2}, {ImageFormat::r32f, 4}, {ImageFormat::rgba8, 4}};

/// Any bytes may be a NaN in r32f, which drivers may change: whole numbers are safe.
std::vector<std::byte> image_bytes(ImageFormat format, std::size_t voxels, std::size_t voxel_bytes) {
    if (format != ImageFormat::r32f) {
        return scrambled(voxels * voxel_bytes);
    }
    std::vector<float> values(voxels);
    std::iota(values.begin(), values.end(), -5.0f);
    const auto bytes = std::as_bytes(std::span(values));
    return {bytes.begin(), bytes.end()};
}

bool has_images() { return test_device().info().good_formats.size() == formats.size(); }

} // namespace

TEST(Buffer, round_trip_of_odd_sizes_and_offsets) {
    const std::vector<std::byte> bytes = scrambled(1001);
    Buffer buffer(test_device(), bytes.size(), "test");
    EXPECT_TRUE(buffer);
    EXPECT_EQ(buffer.bytes(), 1001u);
    buffer.upload(bytes);
    EXPECT_EQ(downloaded<std::byte>(buffer), bytes);

    buffer.upload(std::span(bytes).first(13), 500);
    std::vector<std::byte> part(13);
    buffer.download(part, 500);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), bytes.begin()));
    std::vector<std::byte> before(1);
    buffer.download(before, 499);
    EXPECT_EQ(before[0], bytes[499]);
}

TEST(Buffer, fill_sets_every_byte) {
    Buffer buffer(test_device(), 777, "test");
    buffer.fill(0xab);
    std::vector<std::uint8_t> expected(777, 0xab);
    EXPECT_EQ(downloaded<std::uint8_t>(buffer), expected);
    buffer.fill(0x12, 500);
    std::fill(expected.begin() + 500, expected.end(), 0x12);
    EXPECT_EQ(downloaded<std::uint8_t>(buffer), expected);
    buffer.fill(0, 777);
    EXPECT_EQ(downloaded<std::uint8_t>(buffer), expected);
    EXPECT_THROW(buffer.fill(0, 778), MemoryError);
}

TEST(Buffer, copies_outside_are_refused) {
    Buffer buffer(test_device(), 100, "the thing");
    std::vector<std::byte> bytes(100);
    expect_contains(message_of<MemoryError>([&] { buffer.upload(bytes, 1); }), "the thing");
    message_of<MemoryError>([&] { buffer.download(bytes, 1); });
    message_of<MemoryError>([&] { buffer.download(std::span(bytes).first(1), ~std::uint64_t{0}); });
    message_of<MemoryError>([&] { Buffer().upload(bytes); });
    buffer.upload({});
    buffer.upload({}, 100);
}

TEST(Buffer, memory_is_counted_and_given_back) {
    Device &device = test_device();
    const std::uint64_t before = device.allocated();
    {
        Buffer first(device, 1000, "first");
        Buffer second(device, 500, "second");
        EXPECT_EQ(device.allocated(), before + 1500);
        first = std::move(second);
        EXPECT_EQ(device.allocated(), before + 500);
        EXPECT_EQ(first.bytes(), 500u);
        const Buffer third = std::move(first);
        EXPECT_EQ(device.allocated(), before + 500);
        EXPECT_FALSE(first); // NOLINT(bugprone-use-after-move): that is what is tested
        Buffer empty;
        EXPECT_FALSE(empty);
        EXPECT_EQ(empty.bytes(), 0u);
    }
    EXPECT_EQ(device.allocated(), before);
}

TEST(Limits, allocations_beyond_the_device_are_refused_by_us) {
    Device &device = test_device();
    const std::uint64_t before = device.allocated(), limit = device.info().largest_allocation;
    const std::string message = message_of<MemoryError>([&] { Buffer buffer(device, limit + 1, "the giant"); });
    expect_contains(message, "the giant");
    expect_contains(message, "MiB");
    expect_contains(message, "a smaller copy of the volume");
    message_of<MemoryError>([&] { Buffer buffer(device, ~std::uint64_t{0}, "overflow"); });
    message_of<MemoryError>([&] { Buffer buffer(device, 0, "nothing"); });
    EXPECT_LE(device.allocated(), before) << "pinned memory may have been given back to make room";
}

TEST(Limits, a_device_can_be_given_less_memory) {
    Device device(test_device().info().index, environment_options());
    device.limit_memory(1 << 20);
    device.limit_memory(std::uint64_t{1} << 60); // it does not grow
    Buffer most(device, 900 << 10, "most");
    const std::string rest = message_of<MemoryError>([&] { Buffer buffer(device, 200 << 10, "the rest"); });
    expect_contains(
        rest, "no room for the rest: 0.2 MiB beside 0.9 MiB already in use, the memory limit allows 1.0 MiB; raise");
    expect_contains(message_of<MemoryError>([&] { Buffer buffer(device, 2 << 20, "too much"); }), "the memory limit");
    // What the device would refuse itself is not the limit's fault.
    const std::string giant =
        message_of<MemoryError>([&] { Buffer buffer(device, ~std::uint64_t{0} - 1, "the giant"); });
    EXPECT_EQ(giant.find("memory limit"), giant.npos) << giant;
}

TEST(Limits, the_sum_of_allocations_is_checked) {
    Device &device = test_device();
    const DeviceInfo &info = device.info();
    // Accounts alone, without memory behind them.
    std::vector<DeviceMemory> accounts;
    while (device.allocated() + info.largest_allocation <= info.global_memory) {
        accounts.emplace_back(device, info.largest_allocation, "account");
    }
    const std::uint64_t left = info.global_memory - device.allocated();
    if (left < info.largest_allocation) {
        expect_contains(message_of<MemoryError>([&] { Buffer buffer(device, left + 1, "one too many"); }), "in use");
    }
}

TEST(Image, round_trip_of_odd_sizes_in_every_format) {
    if (!has_images()) {
        GTEST_SKIP() << "no 3D images";
    }
    for (const auto &[format, voxel_bytes] : formats) {
        for (const std::array<int, 3> dims : {std::array{37, 19, 5}, {1, 1, 1}, {1, 7, 3}, {64, 1, 1}}) {
            const auto voxels = static_cast<std::size_t>(dims[0] * dims[1] * dims[2]);
            const std::vector<std::byte> bytes = image_bytes(format, voxels, voxel_bytes);
            Image3D image(test_device(), format, dims, "test");
            EXPECT_EQ(image.bytes(), bytes.size());
            image.upload(bytes);
            std::vector<std::byte> back(bytes.size());
            image.download(back);
            EXPECT_EQ(back, bytes) << name_of(format) << " " << dims[0] << "x" << dims[1] << "x" << dims[2];
        }
    }
}

TEST(Image, copy_from_a_buffer) {
    if (!has_images()) {
        GTEST_SKIP() << "no 3D images";
    }
    for (const auto &[format, voxel_bytes] : formats) {
        const std::vector<std::byte> bytes = image_bytes(format, 11 * 7 * 3, voxel_bytes);
        Buffer buffer(test_device(), bytes.size() + 5, "source");
        buffer.upload(bytes);
        Image3D image(test_device(), format, {11, 7, 3}, "target");
        const Event event = image.copy_from(buffer);
        EXPECT_GE(event.milliseconds(), 0.0);
        std::vector<std::byte> back(bytes.size());
        image.download(back);
        EXPECT_EQ(back, bytes) << name_of(format);

        Buffer small(test_device(), bytes.size() - 1, "small");
        message_of<MemoryError>([&] { static_cast<void>(image.copy_from(small)); });
    }
}

TEST(Image, sizes_beyond_the_device_are_refused_by_us) {
    if (!has_images()) {
        GTEST_SKIP() << "no 3D images";
    }
    Device &device = test_device();
    const auto limit = static_cast<int>(device.info().image_3d_limit[1]);
    const std::string message = message_of<MemoryError>([&] {
        Image3D image(device, ImageFormat::r8, {1, limit + 1, 1}, "the volume");
    });
    expect_contains(message, "the volume");
    expect_contains(message, std::to_string(limit));
    message_of<MemoryError>([&] { Image3D image(device, ImageFormat::r8, {4, 0, 4}, "flat"); });
    message_of<MemoryError>([&] { Image3D image(device, ImageFormat::r8, {4, 4, -1}, "negative"); });
    message_of<MemoryError>([&] { Image3D image(device, ImageFormat::rgba8, {limit, limit, limit}, "huge"); });
    std::vector<std::byte> bytes(63);
    Image3D image(device, ImageFormat::r8, {4, 4, 4}, "small");
    message_of<MemoryError>([&] { image.upload(bytes); });
    message_of<MemoryError>([&] { image.download(bytes); });
}

} // namespace voxmarch
