// Times uploads by every path there is, beside copies from pinned memory that nothing fills.
#include "bench/input_device.h"

#include "device/staged_upload.h"
#include "renderer/voxel_counts.h"
#include "volume/value_counts.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <vector>

namespace voxmarch {

namespace {

void send_staged(Device &device, Buffer &target, const CopyPart &fill, const Staging &staging = {}) {
    upload_staged(device, target, 0, target.bytes(), fill, staging);
}

void send_staged(Device &device, Image3D &target, const CopyPart &fill, const Staging &staging = {}) {
    upload_staged(device, target, fill, staging);
}

CopyPart copy_of(std::span<const std::byte> voxels) {
    return [voxels](std::uint64_t first, std::span<std::byte> target) {
        std::memcpy(target.data(), voxels.data() + first, target.size());
    };
}

/// Bytes a second from pinned memory that nothing fills, of devices that have memory of their own.
RateFloor pinned_rate(Device &device, std::uint64_t bytes, int repetitions) {
    Buffer target(device, bytes, "target of pinned copies");
    const auto nothing = [](std::uint64_t, std::span<std::byte>) {};
    const Spread ms = time_of(repetitions, [&] { send_staged(device, target, nothing, {.threads = 1}); });
    return {"pinned copy", static_cast<double>(bytes) / ms.median * 1e3};
}

/// Uploads of the same bytes in several ways. `whole` is a device of its own that leaves all copies to the driver.
template <typename Target> struct UploadCase {
    Device &device;
    Target &target, &by_driver;
    std::string name;
    std::span<const std::byte> voxels;
    const std::filesystem::path &file;
    RateFloor floor;
};

/// @return whether the same bytes come back
template <typename Target> bool measure_target(const UploadCase<Target> &upload, StageTable &table) {
    const auto size = static_cast<double>(upload.voxels.size());
    std::vector<std::byte> back(upload.voxels.size());
    bool good = true;
    const auto row = [&](const std::string &way, Target &target, const auto &send) {
        table.row(fmt::format(fmt::runtime(way), upload.name), size, upload.floor, send);
        target.download(back);
        good = good && std::equal(back.begin(), back.end(), upload.voxels.begin());
    };
    const auto mapped = [&](const auto &send) {
        return [&upload, send] {
            const FileMapping mapping(upload.file, 0, upload.voxels.size());
            send(mapping.bytes());
        };
    };
    const auto as_renderers_do = [&](std::span<const std::byte> bytes) {
        upload_bytes(upload.device, upload.target, bytes);
    };
    row("memory to {}", upload.target, [&] { as_renderers_do(upload.voxels); });
    row("file to {}", upload.target, mapped(as_renderers_do));
    row("memory to {}, by the driver", upload.by_driver, [&] { upload.by_driver.upload(upload.voxels); });
    row("file to {}, by the driver", upload.by_driver,
        mapped([&](std::span<const std::byte> bytes) { upload.by_driver.upload(bytes); }));
    if (upload.device.info().kind == DeviceKind::cpu) {
        row("memory to {}, staged", upload.target,
            [&] { send_staged(upload.device, upload.target, copy_of(upload.voxels)); });
        row("file to {}, staged", upload.target, mapped([&](std::span<const std::byte> bytes) {
                send_staged(upload.device, upload.target, copy_of(bytes));
            }));
    }
    return good;
}

/// Other ways from the page cache: pages of a mapped part asked for at once, and reading in place of mapping. `good`
/// becomes false if other bytes arrive.
void measure_file_ways(Device &device, Buffer &target, std::span<const std::byte> voxels,
                       const std::filesystem::path &file, const RateFloor &floor, StageTable &table, bool &good) {
    const auto size = static_cast<double>(voxels.size());
    const auto check = [&] {
        std::vector<std::byte> back(voxels.size());
        target.download(back);
        good = good && std::equal(back.begin(), back.end(), voxels.begin());
    };
    table.row("file to buffer, staged, populated", size, floor, [&] {
        const FileMapping mapping(file, 0, voxels.size());
        const std::span<const std::byte> bytes = mapping.bytes();
        send_staged(device, target, [bytes](std::uint64_t first, std::span<std::byte> part) {
            ask_for_pages(bytes.subspan(first, part.size()));
            std::memcpy(part.data(), bytes.data() + first, part.size());
        });
    });
    check();
    table.row("file to buffer, staged, read", size, floor, [&] {
        const OpenedFile opened(file);
        send_staged(device, target, [&](std::uint64_t first, std::span<std::byte> part) {
            static_cast<void>(opened.read({reinterpret_cast<char *>(part.data()), part.size()}, first));
        });
    });
    check();
}

/// Copies through pinned memory of other sizes, and with other numbers of threads, than all copies take.
void measure_staging(Device &device, Buffer &target, std::span<const std::byte> voxels, const RateFloor &floor,
                     StageTable &table) {
    constexpr std::uint64_t mib = 1 << 20;
    const auto row = [&](const Staging &staging) {
        table.row(
            fmt::format("staged, {} MiB of {}, {} threads", staging.piece / mib, staging.memory / mib, staging.threads),
            static_cast<double>(voxels.size()), floor, [&] { send_staged(device, target, copy_of(voxels), staging); });
    };
    for (const auto &[piece, memory] : {std::array{2, 8}, {2, 16}, {4, 16}, {8, 16}, {4, 32}, {8, 32}, {16, 64}}) {
        row({piece * mib, memory * mib, 8, {}});
    }
    for (const int threads : {1, 2, 4, 12, 16}) {
        row({8 * mib, 32 * mib, threads, {}});
    }
    for (const std::uint64_t size : {8 * mib, 32 * mib, 64 * mib}) {
        table.row(fmt::format("make {} MiB of pinned memory", size / mib), 0.0, {},
                  [&] { const PinnedMemory memory(device, size); });
    }
}

/// Counts what was uploaded last. @return whether the host counts the same
bool measure_counting(Device &device, const DeviceArray &array, int edge, std::span<const std::byte> voxels,
                      StageTable &table) {
    KernelCache kernels(device);
    const bool images = static_cast<bool>(array.image);
    const VoxelAccess access{images, device.info().image_3d_writes, "u8"};
    const StoredVoxels stored{array, {edge, edge, edge}, ScalarType::u8};
    std::vector<std::uint64_t> counts;
    table.row(images ? "counts on the device, of an image" : "counts on the device, of a buffer",
              static_cast<double>(voxels.size()), {},
              [&] { counts = count_on_device(device, kernels, stored, access); });
    return counts == count_values(std::span(reinterpret_cast<const std::uint8_t *>(voxels.data()), voxels.size()));
}

bool takes_images(const DeviceInfo &info, int edge) {
    const auto &good = info.good_formats;
    return std::find(good.begin(), good.end(), ImageFormat::r8) != good.end() &&
           std::ranges::all_of(info.image_3d_limit, [&](std::size_t limit) { return limit >= std::size_t(edge); });
}

} // namespace

void measure_opening(const BenchOptions &options, StageTable &table) {
    table.row("open the device, cached", 0.0, {}, [&] { const Device device(options.device, options.opening); });
    DeviceOptions bare = options.opening;
    bare.cache_folder.clear();
    table.row("open the device, nothing cached", 0.0, {}, [&] { const Device device(options.device, bare); });
}

bool measure_uploads(Device &device, int edge, std::span<const std::byte> voxels, const std::filesystem::path &file,
                     const RateFloor &copies, StageTable &table) {
    const std::uint64_t bytes = voxels.size(), room = 2 * bytes + (std::uint64_t{256} << 20);
    if (device.info().global_memory < room || device.info().largest_allocation < bytes) {
        StageTable::leave_out("uploads", "the device has no room for them");
        return true;
    }
    const RateFloor floor = device.info().kind == DeviceKind::cpu ? copies : pinned_rate(device, bytes, 5);
    DeviceOptions unstaged = device.options();
    unstaged.staged_copies = StagedCopies::never;
    Device plain(device.info().index, unstaged);
    bool good = true;
    if (takes_images(device.info(), edge)) {
        DeviceArray array;
        array.image = Image3D(device, ImageFormat::r8, {edge, edge, edge}, "image of voxels");
        Image3D other(plain, ImageFormat::r8, {edge, edge, edge}, "image of voxels");
        good = measure_target<Image3D>({device, array.image, other, "image", voxels, file, floor}, table) &&
               measure_counting(device, array, edge, voxels, table);
    } else {
        StageTable::leave_out("uploads of images", "no images of this kind here");
    }
    DeviceArray array;
    array.buffer = Buffer(device, bytes, "buffer of voxels");
    Buffer other(plain, bytes, "buffer of voxels");
    good = measure_target<Buffer>({device, array.buffer, other, "buffer", voxels, file, floor}, table) && good;
    measure_file_ways(device, array.buffer, voxels, file, floor, table, good);
    measure_staging(device, array.buffer, voxels, floor, table);
    return measure_counting(device, array, edge, voxels, table) && good;
}

} // namespace voxmarch
