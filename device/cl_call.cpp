// Names of OpenCL error codes, and the exceptions they become.
#include "device/cl_call.h"
#include "base/error.h"
#include "device/device.h"

#include <array>
#include <fmt/format.h>
#include <string_view>

namespace voxmarch {

namespace {

// Codes 0 to -19 are run-time errors, -30 to -72 invalid arguments; the numbers are fixed by the standard.
constexpr std::array<std::string_view, 20> runtime_errors{
    "CL_SUCCESS",
    "CL_DEVICE_NOT_FOUND",
    "CL_DEVICE_NOT_AVAILABLE",
    "CL_COMPILER_NOT_AVAILABLE",
    "CL_MEM_OBJECT_ALLOCATION_FAILURE",
    "CL_OUT_OF_RESOURCES",
    "CL_OUT_OF_HOST_MEMORY",
    "CL_PROFILING_INFO_NOT_AVAILABLE",
    "CL_MEM_COPY_OVERLAP",
    "CL_IMAGE_FORMAT_MISMATCH",
    "CL_IMAGE_FORMAT_NOT_SUPPORTED",
    "CL_BUILD_PROGRAM_FAILURE",
    "CL_MAP_FAILURE",
    "CL_MISALIGNED_SUB_BUFFER_OFFSET",
    "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST",
    "CL_COMPILE_PROGRAM_FAILURE",
    "CL_LINKER_NOT_AVAILABLE",
    "CL_LINK_PROGRAM_FAILURE",
    "CL_DEVICE_PARTITION_FAILED",
    "CL_KERNEL_ARG_INFO_NOT_AVAILABLE",
};

constexpr std::array<std::string_view, 43> invalid_errors{
    "CL_INVALID_VALUE",
    "CL_INVALID_DEVICE_TYPE",
    "CL_INVALID_PLATFORM",
    "CL_INVALID_DEVICE",
    "CL_INVALID_CONTEXT",
    "CL_INVALID_QUEUE_PROPERTIES",
    "CL_INVALID_COMMAND_QUEUE",
    "CL_INVALID_HOST_PTR",
    "CL_INVALID_MEM_OBJECT",
    "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR",
    "CL_INVALID_IMAGE_SIZE",
    "CL_INVALID_SAMPLER",
    "CL_INVALID_BINARY",
    "CL_INVALID_BUILD_OPTIONS",
    "CL_INVALID_PROGRAM",
    "CL_INVALID_PROGRAM_EXECUTABLE",
    "CL_INVALID_KERNEL_NAME",
    "CL_INVALID_KERNEL_DEFINITION",
    "CL_INVALID_KERNEL",
    "CL_INVALID_ARG_INDEX",
    "CL_INVALID_ARG_VALUE",
    "CL_INVALID_ARG_SIZE",
    "CL_INVALID_KERNEL_ARGS",
    "CL_INVALID_WORK_DIMENSION",
    "CL_INVALID_WORK_GROUP_SIZE",
    "CL_INVALID_WORK_ITEM_SIZE",
    "CL_INVALID_GLOBAL_OFFSET",
    "CL_INVALID_EVENT_WAIT_LIST",
    "CL_INVALID_EVENT",
    "CL_INVALID_OPERATION",
    "CL_INVALID_GL_OBJECT",
    "CL_INVALID_BUFFER_SIZE",
    "CL_INVALID_MIP_LEVEL",
    "CL_INVALID_GLOBAL_WORK_SIZE",
    "CL_INVALID_PROPERTY",
    "CL_INVALID_IMAGE_DESCRIPTOR",
    "CL_INVALID_COMPILER_OPTIONS",
    "CL_INVALID_LINKER_OPTIONS",
    "CL_INVALID_DEVICE_PARTITION_COUNT",
    "CL_INVALID_PIPE_SIZE",
    "CL_INVALID_DEVICE_QUEUE",
    "CL_INVALID_SPEC_ID",
    "CL_MAX_SIZE_RESTRICTION_EXCEEDED",
};

constexpr cl_int platform_not_found_khr = -1001;

} // namespace

std::string error_name(int code) {
    const long index = -static_cast<long>(code);
    if (index >= 0 && index < static_cast<long>(runtime_errors.size())) {
        return std::string(runtime_errors[static_cast<std::size_t>(index)]);
    }
    if (index >= 30 && index < 30 + static_cast<long>(invalid_errors.size())) {
        return std::string(invalid_errors[static_cast<std::size_t>(index - 30)]);
    }
    return code == platform_not_found_khr ? "CL_PLATFORM_NOT_FOUND_KHR" : fmt::format("error {}", code);
}

void throw_call_error(const char *call, cl_int code, const std::string &what) {
    const std::string message = fmt::format("{}: {} ({})", call, error_name(code), what);
    if (code == CL_OUT_OF_HOST_MEMORY) { // NVIDIA says so of much else, too
        throw MemoryError(message + ": host memory or the driver's resources",
                          {{Remedy::reduce_volume}, {Remedy::other_device}});
    }
    if (code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_INVALID_BUFFER_SIZE) {
        throw MemoryError(message, {{Remedy::reduce_volume}});
    }
    throw DeviceError(message);
}

std::string trimmed_text(const std::vector<char> &text) {
    std::string_view view(text.data(), text.size());
    while (!view.empty() && (view.back() == ' ' || view.back() == '\0')) {
        view.remove_suffix(1);
    }
    const std::size_t begin = view.find_first_not_of(' ');
    return begin == std::string_view::npos ? "" : std::string(view.substr(begin));
}

std::string device_text(cl_device_id device, cl_device_info name) {
    return trimmed_text(device_values<char>(device, name));
}

std::string platform_text(cl_platform_id platform, cl_platform_info name) {
    return trimmed_text(info_values<char>(
        "clGetPlatformInfo", "platform", [&](auto... answer) { return clGetPlatformInfo(platform, name, answer...); }));
}

} // namespace voxmarch
