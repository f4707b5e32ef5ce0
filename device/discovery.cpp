// Finds the OpenCL devices of this machine and asks them what they are.
#include "device/discovery.h"
#include "base/error.h"
#include "device/cl_call.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// The environment is read by the drivers when the loader opens them, at the first OpenCL call.
void prepare_environment() {
    static const bool prepared = [] {
        const std::string exact = "no_aos_sampling";
        const char *set = std::getenv("GALLIVM_PERF");
        const std::string users = set ? set : "";
        if (users.find(exact) == std::string::npos) {
            setenv("GALLIVM_PERF", (users.empty() ? exact : users + "," + exact).c_str(), 1);
        }
        return true;
    }();
    static_cast<void>(prepared);
}

/// Mesa's rusticl hides its devices, and then even itself, until this variable names a driver.
bool rusticl_hides() {
    if (std::getenv("RUSTICL_ENABLE")) {
        return false;
    }
    const char *vendors = std::getenv("OCL_ICD_VENDORS");
    std::error_code ignored;
    return vendors ? std::string_view(vendors).find("rusticl") != std::string_view::npos ||
                         std::filesystem::exists(std::filesystem::path(vendors) / "rusticl.icd", ignored)
                   : std::filesystem::exists("/etc/OpenCL/vendors/rusticl.icd", ignored);
}

constexpr const char *rusticl_advice =
    "rusticl shows its devices only with RUSTICL_ENABLE=llvmpipe or the name of your GPU's driver";

[[noreturn]] void throw_no_device(const std::string &problem) {
    const char *vendors = std::getenv("OCL_ICD_VENDORS");
    const std::string hint =
        vendors ? fmt::format("; OCL_ICD_VENDORS is set to '{}': is that where the drivers are?", vendors) : "";
    throw NoDeviceError(problem +
                        ": install the driver of your GPU, or pocl-opencl-icd (Debian, Ubuntu: apt-get "
                        "install pocl-opencl-icd) to use the CPU" +
                        hint);
}

DeviceKind kind_of(cl_device_type type) {
    if (type & CL_DEVICE_TYPE_GPU) {
        return DeviceKind::gpu;
    }
    if (type & CL_DEVICE_TYPE_CPU) {
        return DeviceKind::cpu;
    }
    return type & CL_DEVICE_TYPE_ACCELERATOR ? DeviceKind::accelerator : DeviceKind::other;
}

/// Drivers pad some of their texts with zeros or spaces.
std::string trimmed(std::string text) {
    while (!text.empty() && (text.back() == ' ' || text.back() == '\0')) {
        text.pop_back();
    }
    const std::size_t begin = text.find_first_not_of(' ');
    return begin == std::string::npos ? "" : text.substr(begin);
}

/// Of cl_nv_device_attribute_query; 0 for devices without it.
int compute_capability(const cl::Device &device, const std::string &extensions) {
    if (extensions.find("cl_nv_device_attribute_query") == std::string::npos) {
        return 0;
    }
    constexpr cl_device_info major_name = 0x4000, minor_name = 0x4001;
    cl_uint major = 0, minor = 0;
    const bool known = clGetDeviceInfo(device(), major_name, sizeof(major), &major, nullptr) == CL_SUCCESS &&
                       clGetDeviceInfo(device(), minor_name, sizeof(minor), &minor, nullptr) == CL_SUCCESS;
    return known ? static_cast<int>(10 * major + minor) : 0;
}

DeviceInfo ask(const cl::Platform &platform, const cl::Device &device) {
    DeviceInfo info;
    info.platform = trimmed(platform.getInfo<CL_PLATFORM_NAME>());
    info.name = trimmed(device.getInfo<CL_DEVICE_NAME>());
    info.vendor = trimmed(device.getInfo<CL_DEVICE_VENDOR>());
    info.version = trimmed(device.getInfo<CL_DEVICE_VERSION>());
    info.c_version = trimmed(device.getInfo<CL_DEVICE_OPENCL_C_VERSION>());
    info.driver = trimmed(device.getInfo<CL_DRIVER_VERSION>());
    info.extensions = trimmed(device.getInfo<CL_DEVICE_EXTENSIONS>());
    info.kind = kind_of(device.getInfo<CL_DEVICE_TYPE>());
    info.compute_capability = compute_capability(device, info.extensions);
    info.compute_units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    info.clock_mhz = device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>();
    info.global_memory = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
    info.largest_allocation = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    info.local_memory = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
    info.work_group_limit = device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
    const auto item_limits = device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        info.work_item_limit[axis] = axis < item_limits.size() ? item_limits[axis] : 1;
    }
    if (device.getInfo<CL_DEVICE_IMAGE_SUPPORT>()) {
        info.image_3d_limit = {device.getInfo<CL_DEVICE_IMAGE3D_MAX_WIDTH>(),
                               device.getInfo<CL_DEVICE_IMAGE3D_MAX_HEIGHT>(),
                               device.getInfo<CL_DEVICE_IMAGE3D_MAX_DEPTH>()};
    }
    return info;
}

/// OpenCL 1.2 or later, available, with a compiler.
bool is_usable(const cl::Device &device) {
    int major = 0, minor = 0;
    const std::string version = device.getInfo<CL_DEVICE_VERSION>();
    return std::sscanf(version.c_str(), "OpenCL %d.%d", &major, &minor) == 2 && major * 10 + minor >= 12 &&
           device.getInfo<CL_DEVICE_AVAILABLE>() && device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>();
}

/// Empty for a platform without devices (Mesa's Clover on most machines) and for one that does not answer.
std::vector<cl::Device> devices_of(const cl::Platform &platform) {
    std::vector<cl::Device> devices;
    try {
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    } catch (const cl::Error &) {
        devices.clear();
    }
    return devices;
}

} // namespace

std::vector<FoundDevice> find_devices() {
    prepare_environment();
    std::vector<cl::Platform> platforms;
    try {
        cl::Platform::get(&platforms);
    } catch (const cl::Error &) {
        platforms.clear();
    }
    if (platforms.empty()) {
        throw_no_device(rusticl_hides() ? rusticl_advice : "no OpenCL driver found");
    }
    std::vector<FoundDevice> found;
    for (const cl::Platform &platform : platforms) {
        for (const cl::Device &device : devices_of(platform)) {
            try {
                if (is_usable(device)) {
                    found.push_back({device, ask(platform, device)});
                    found.back().info.index = static_cast<int>(found.size()) - 1;
                }
            } catch (const cl::Error &) {
                continue; // A device that cannot say what it is cannot be used either.
            }
        }
    }
    if (found.empty()) {
        if (rusticl_hides()) {
            throw_no_device(rusticl_advice);
        }
        throw_no_device(fmt::format("none of the {} OpenCL drivers found has a device with OpenCL 1.2 and a compiler",
                                    platforms.size()));
    }
    return found;
}

std::string platform_version(const cl::Device &device) {
    return cl_call("platform",
                   [&] { return cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>()).getInfo<CL_PLATFORM_VERSION>(); });
}

std::vector<DeviceInfo> list_devices() {
    std::vector<DeviceInfo> devices;
    for (FoundDevice &found : find_devices()) {
        devices.push_back(std::move(found.info));
    }
    return devices;
}

} // namespace voxmarch
