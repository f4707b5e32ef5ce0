// What an OpenCL device is and can do, found out once by asking and by trying.
#pragma once

#include "base/enum_names.h"
#include "voxmarch/choices.h"

#include "device/device_options.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

template <> struct EnumNames<DeviceKind> {
    static constexpr Named<DeviceKind> all[] = {{DeviceKind::cpu, "CPU"},
                                                {DeviceKind::gpu, "GPU"},
                                                {DeviceKind::accelerator, "accelerator"},
                                                {DeviceKind::other, "other"}};
};

/// How the lanes of a warp vote (kernels/warp_*.cl).
enum class WarpVote {
    sub_group, ///< cl_khr_subgroups or OpenCL 2.1+ sub-groups
    ptx,       ///< inline PTX vote.sync, see Quirk::inline_ptx
    single     ///< a warp of one lane: the predicate itself
};

template <> struct EnumNames<WarpVote> {
    static constexpr Named<WarpVote> all[] = {
        {WarpVote::sub_group, "sub-groups"}, {WarpVote::ptx, "PTX"}, {WarpVote::single, "single"}};
};

template <> struct EnumNames<SamplingBackend> {
    static constexpr Named<SamplingBackend> all[] = {
        {SamplingBackend::image, "image"}, {SamplingBackend::buffer, "buffer"}, {SamplingBackend::packet, "packet"}};
};

/// 3D image formats the renderer uses.
enum class ImageFormat { r8, r16, r32f, rgba8 };

template <> struct EnumNames<ImageFormat> {
    static constexpr Named<ImageFormat> all[] = {
        {ImageFormat::r8, "r8"}, {ImageFormat::r16, "r16"}, {ImageFormat::r32f, "r32f"}, {ImageFormat::rgba8, "rgba8"}};
};

struct DeviceInfo {
    int index = 0; ///< over all platforms, in the order of list_devices(); -1 for one that is not listed there
    std::string platform, name, vendor, version, c_version, driver, extensions;
    DeviceKind kind = DeviceKind::other;
    unsigned compute_units = 0;
    unsigned clock_mhz = 0;
    int compute_capability = 0;                   ///< of NVIDIA devices, 90 is 9.0; 0 for others
    std::uint64_t global_memory = 0;              ///< bytes
    std::uint64_t largest_allocation = 0;         ///< bytes, see Quirk::understated_allocations
    std::uint64_t local_memory = 0;               ///< bytes a work-group
    std::array<std::size_t, 3> image_3d_limit{};  ///< voxels; 0 when images are missing
    std::size_t work_group_limit = 0;             ///< work-items
    std::array<std::size_t, 3> work_item_limit{}; ///< work-items along each axis of a work-group

    // What we found out by trying (probe_device); false until then.
    bool probed = false;
    WarpVote warp_vote = WarpVote::single;
    unsigned warp_lanes = 1; ///< in a work-group of 64
    bool image_3d_writes = false;
    bool atomics_64 = false;
    bool long_loops = false;               ///< kernels may loop for more than 65535 rounds, see quirks.h
    bool event_times = false;              ///< profiling events give believable times
    std::vector<ImageFormat> good_formats; ///< listed and sampled correctly in a one-sample test
    std::vector<std::string> remarks;      ///< e.g. "R16F is listed but returns wrong samples"

    SamplingBackend backend = SamplingBackend::buffer; ///< what --backend auto takes
    std::string backend_reason;                        ///< why, half a sentence
};

/// All usable devices over all platforms, asked but not probed. Platforms without devices are skipped. Drivers read
/// their own environment variables at the first call of the process; see docs/features.md for one that matters.
/// @throws NoDeviceError when there is no ICD, no platform or no device; says which package to install
std::vector<DeviceInfo> list_devices(const DeviceOptions &options = {});

/// Loads the OpenCL drivers now, on this thread, and asks them for nothing but their devices. Some set environment
/// variables then: programs whose other threads may look variables up (OpenGL's do) call it before they start them.
/// Nobody watches these calls: a watch has a thread.
void load_drivers();

/// Index of the device to use: `selector` is a number, `cpu` or `gpu` (the first one), or a part of the name of device,
/// platform or version (case-insensitive; a number of one or two digits is never a name); if empty,
/// options.default_device, else the first GPU, else the first CPU, else the first device.
/// @throws NoDeviceError listing what there is when nothing fits
int choose_device(const std::vector<DeviceInfo> &devices, const std::string &selector,
                  const DeviceOptions &options = {});

/// Indices of the devices to share work: `selector` is `all`, or one or several of the selectors of choose_device()
/// between commas. None comes twice. @throws NoDeviceError as choose_device()
std::vector<int> choose_devices(const std::vector<DeviceInfo> &devices, const std::string &selector,
                                const DeviceOptions &options = {});

/// The text and the JSON (one object a device) of `voxmarch devices`.
std::string describe_devices(const std::vector<DeviceInfo> &devices);
std::string devices_json(const std::vector<DeviceInfo> &devices);

} // namespace voxmarch
