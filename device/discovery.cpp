// Finds the OpenCL devices of this machine and asks them what they are.
#include "device/discovery.h"
#include "base/error.h"
#include "device/call_watch.h"
#include "device/cl_call.h"
#include "device/quirks.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>

namespace voxmarch {

namespace {

[[noreturn]] void throw_no_device(const std::string &problem, const DeviceOptions &options) {
    throw NoDeviceError(problem +
                        ": install the driver of your GPU, or pocl-opencl-icd (Debian, Ubuntu: apt-get "
                        "install pocl-opencl-icd) to use the CPU" +
                        options.driver_hint);
}

DeviceKind kind_of(cl_device_type type) {
    if (type & CL_DEVICE_TYPE_GPU) {
        return DeviceKind::gpu;
    }
    if (type & CL_DEVICE_TYPE_CPU) {
        return DeviceKind::cpu;
    }
    return (type & CL_DEVICE_TYPE_ACCELERATOR) != 0 ? DeviceKind::accelerator : DeviceKind::other;
}

/// Of cl_nv_device_attribute_query; 0 for devices without it.
int compute_capability(cl_device_id device, const std::string &extensions) {
    if (extensions.find("cl_nv_device_attribute_query") == std::string::npos) {
        return 0;
    }
    constexpr cl_device_info major_name = 0x4000, minor_name = 0x4001;
    cl_uint major = 0, minor = 0;
    const bool known = clGetDeviceInfo(device, major_name, sizeof(major), &major, nullptr) == CL_SUCCESS &&
                       clGetDeviceInfo(device, minor_name, sizeof(minor), &minor, nullptr) == CL_SUCCESS;
    return known ? static_cast<int>(10 * major + minor) : 0;
}

DeviceInfo ask(cl_platform_id platform, cl_device_id device) {
    DeviceInfo info;
    info.platform = platform_text(platform, CL_PLATFORM_NAME);
    info.name = device_text(device, CL_DEVICE_NAME);
    info.vendor = device_text(device, CL_DEVICE_VENDOR);
    info.version = device_text(device, CL_DEVICE_VERSION);
    info.c_version = device_text(device, CL_DEVICE_OPENCL_C_VERSION);
    info.driver = device_text(device, CL_DRIVER_VERSION);
    info.extensions = device_text(device, CL_DEVICE_EXTENSIONS);
    info.kind = kind_of(device_value<cl_device_type>(device, CL_DEVICE_TYPE));
    info.compute_capability = compute_capability(device, info.extensions);
    info.compute_units = device_value<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    info.clock_mhz = device_value<cl_uint>(device, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    info.global_memory = device_value<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    info.largest_allocation = largest_allocation(device, info);
    info.local_memory = device_value<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE);
    info.work_group_limit = device_value<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const auto item_limits = device_values<std::size_t>(device, CL_DEVICE_MAX_WORK_ITEM_SIZES);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        info.work_item_limit[axis] = axis < item_limits.size() ? item_limits[axis] : 1;
    }
    if (device_value<cl_bool>(device, CL_DEVICE_IMAGE_SUPPORT)) {
        info.image_3d_limit = {device_value<std::size_t>(device, CL_DEVICE_IMAGE3D_MAX_WIDTH),
                               device_value<std::size_t>(device, CL_DEVICE_IMAGE3D_MAX_HEIGHT),
                               device_value<std::size_t>(device, CL_DEVICE_IMAGE3D_MAX_DEPTH)};
    }
    return info;
}

/// OpenCL 1.2 or later, available, with a compiler.
bool is_usable(cl_device_id device) {
    int major = 0, minor = 0;
    const std::string version = device_text(device, CL_DEVICE_VERSION);
    return std::sscanf(version.c_str(), "OpenCL %d.%d", &major, &minor) == 2 && major * 10 + minor >= 12 &&
           device_value<cl_bool>(device, CL_DEVICE_AVAILABLE) &&
           device_value<cl_bool>(device, CL_DEVICE_COMPILER_AVAILABLE);
}

const std::string drivers = "an OpenCL driver", nothing; ///< for messages

/// PoCL 3.1 ends the program when it lists its devices and cannot start as many threads as a variable tells it, SIGSEGV
/// below 0 and SIGABRT beyond what the system grants. Of other words it takes what atoi() makes of them.
/// @throws UsageError
void require_startable_threads(cl_platform_id platform) {
    constexpr long most = 1024;
    const char *const words = std::getenv("POCL_MAX_PTHREAD_COUNT");
    const long count = words == nullptr ? 1 : std::strtol(words, nullptr, 10);
    if ((count < 0 || count > most) && platform_text(platform, CL_PLATFORM_NAME) == "Portable Computing Language") {
        throw UsageError(
            fmt::format("the environment has POCL_MAX_PTHREAD_COUNT={}, with which PoCL would crash: it is "
                        "a number of threads, 1 to {}",
                        std::string_view(words).substr(0, 40), most));
    }
}

/// Empty for a platform without devices (Quirk::empty_platforms) and for one that does not answer.
std::vector<cl_device_id> devices_of(cl_platform_id platform, CallWatch *watch) {
    require_startable_threads(platform);
    const CallWatch::Guard call(watch, drivers, "listing devices", nothing);
    cl_uint count = 0;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) {
        return {};
    }
    std::vector<cl_device_id> devices(count);
    const cl_int code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr);
    return code == CL_SUCCESS ? devices : std::vector<cl_device_id>();
}

/// Empty where there is no driver.
std::vector<cl_platform_id> all_platforms(CallWatch *watch) {
    const CallWatch::Guard call(watch, drivers, "listing devices", nothing);
    cl_uint count = 0;
    if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) {
        return {};
    }
    std::vector<cl_platform_id> platforms(count);
    const cl_int code = clGetPlatformIDs(count, platforms.data(), nullptr);
    return code == CL_SUCCESS ? platforms : std::vector<cl_platform_id>();
}

} // namespace

std::vector<FoundDevice> find_devices(const DeviceOptions &options) {
    const std::vector<cl_platform_id> platforms = all_platforms(options.watch);
    if (platforms.empty()) {
        throw_no_device("no OpenCL driver found", options);
    }
    std::vector<FoundDevice> found;
    for (const cl_platform_id platform : platforms) {
        for (const cl_device_id device : devices_of(platform, options.watch)) {
            try {
                if (is_usable(device)) {
                    found.push_back({Handle<_cl_device_id>::shared(device), ask(platform, device)});
                    found.back().info.index = static_cast<int>(found.size()) - 1;
                }
            } catch (const Error &) {
                continue; // A device that cannot say what it is cannot be used either.
            }
        }
    }
    if (found.empty()) {
        throw_no_device(fmt::format("none of the {} OpenCL drivers found has a device with OpenCL 1.2 and a compiler",
                                    platforms.size()),
                        options);
    }
    return found;
}

FoundDevice describe_device(const Handle<_cl_device_id> &device) {
    try {
        for (FoundDevice &listed : find_devices()) {
            if (listed.handle.get() == device.get()) {
                return std::move(listed);
            }
        }
    } catch (const NoDeviceError &) {
        // It is there all the same, only not listed.
    }
    if (!is_usable(device.get())) {
        throw UnsupportedError(
            fmt::format("{} has no OpenCL 1.2 or no compiler", device_text(device.get(), CL_DEVICE_NAME)));
    }
    FoundDevice found{device, ask(device_value<cl_platform_id>(device.get(), CL_DEVICE_PLATFORM), device.get())};
    found.info.index = -1;
    return found;
}

std::uint64_t largest_allocation(cl_device_id device, const DeviceInfo &info) {
    return device_value<cl_ulong>(device, has_quirk(info, Quirk::understated_allocations)
                                              ? CL_DEVICE_GLOBAL_MEM_SIZE
                                              : CL_DEVICE_MAX_MEM_ALLOC_SIZE);
}

std::string platform_version(cl_device_id device) {
    return platform_text(device_value<cl_platform_id>(device, CL_DEVICE_PLATFORM), CL_PLATFORM_VERSION);
}

void load_drivers() {
    for (const cl_platform_id platform : all_platforms(nullptr)) {
        (void)devices_of(platform, nullptr); // where PoCL sets its variables
    }
}

std::vector<DeviceInfo> list_devices(const DeviceOptions &options) {
    std::vector<DeviceInfo> devices;
    for (FoundDevice &found : find_devices(options)) {
        devices.push_back(std::move(found.info));
    }
    return devices;
}

} // namespace voxmarch
