// Times uploads by every path there is, beside copies from pinned memory that nothing fills.
#include "bench/input_device.h"

#include "device/staged_upload.h"
#include "renderer/voxel_counts.h"
#include "volume/value_counts.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace voxmarch {

namespace {

void send_staged(Device &device, Buffer &target, const FillPart &fill, const Staging &staging = {}) {
    upload_staged(device, target, target.bytes(), fill, staging);
}

void send_staged(Device &device, Image3D &target, const FillPart &fill, const Staging &staging = {}) {
    upload_staged(device, target, fill, staging);
}

FillPart copy_of(std::span<const std::byte> voxels) {
    return [voxels](std::uint64_t first, std::span<std::byte> target) {
        std::memcpy(target.data(), voxels.data() + first, target.size());
    };
}

/// Bytes a second from pinned memory, of devices that have memory of their own, without making it and without filling
/// it: what a buffer of four times the size takes longer.
RateFloor pinned_rate(Device &device, std::uint64_t bytes, int repetitions) {
    const auto nothing = [](std::uint64_t, std::span<std::byte>) {};
    const auto ms_of = [&](std::uint64_t size) {
        Buffer target(device, size, "target of pinned copies");
        return time_of(repetitions, [&] { send_staged(device, target, nothing, {.threads = 1}); }).median;
    };
    const std::uint64_t part = bytes / 4;
    const double whole_ms = ms_of(bytes), more_ms = whole_ms - ms_of(part);
    return {"pinned copy", more_ms > 0.0 ? static_cast<double>(bytes - part) / more_ms * 1e3
                                         : static_cast<double>(bytes) / whole_ms * 1e3};
}

/// @return whether the same bytes come back
template <typename Target>
bool measure_target(Device &device, Target &target, const std::string &name, std::span<const std::byte> voxels,
                    const std::filesystem::path &file, const RateFloor &floor, StageTable &table) {
    const auto size = static_cast<double>(voxels.size());
    std::vector<std::byte> back(voxels.size());
    bool good = true;
    const auto check = [&] {
        target.download(back);
        good = good && std::equal(back.begin(), back.end(), voxels.begin());
    };
    table.row("memory to " + name + ", by the driver", size, floor, [&] { target.upload(voxels); });
    check();
    table.row("memory to " + name + ", staged", size, floor, [&] { send_staged(device, target, copy_of(voxels)); });
    check();
    table.row("file to " + name + ", by the driver", size, floor, [&] {
        const FileMapping mapping(file, 0, voxels.size());
        target.upload(mapping.bytes());
    });
    table.row("file to " + name + ", staged", size, floor, [&] {
        const FileMapping mapping(file, 0, voxels.size());
        send_staged(device, target, copy_of(mapping.bytes()));
    });
    check();
    return good;
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
    const std::uint64_t bytes = voxels.size(), room = bytes + (std::uint64_t{256} << 20);
    if (device.info().global_memory < room || device.info().largest_allocation < bytes) {
        StageTable::leave_out("uploads", "the device has no room for them");
        return true;
    }
    const RateFloor floor = device.info().kind == DeviceKind::cpu ? copies : pinned_rate(device, bytes, 5);
    bool good = true;
    if (takes_images(device.info(), edge)) {
        DeviceArray array;
        array.image = Image3D(device, ImageFormat::r8, {edge, edge, edge}, "image of voxels");
        good = measure_target(device, array.image, "image", voxels, file, floor, table) &&
               measure_counting(device, array, edge, voxels, table);
    } else {
        StageTable::leave_out("uploads of images", "no images of this kind here");
    }
    DeviceArray array;
    array.buffer = Buffer(device, bytes, "buffer of voxels");
    return measure_target(device, array.buffer, "buffer", voxels, file, floor, table) &&
           measure_counting(device, array, edge, voxels, table) && good;
}

} // namespace voxmarch
