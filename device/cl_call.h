// Turns what an OpenCL call answers into a value or one of our exceptions; only device/*.cpp include this.
#pragma once

#include "device/handle.h"

#include <CL/cl.h>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

/// "CALL: CODE (WHAT)". Codes that mean memory ran out become MemoryError, the rest DeviceError.
[[noreturn]] void throw_call_error(const char *call, cl_int code, const std::string &what);

/// @param call  the function that answered `code`
/// @param what  the object it works on, for the message
/// @throws DeviceError or MemoryError unless `code` is CL_SUCCESS
inline void require_success(cl_int code, const char *call, const std::string &what) {
    if (code != CL_SUCCESS) {
        throw_call_error(call, code, what);
    }
}

/// Runs `create`, which writes its code where it is told to, and takes over what it makes.
/// @throws as require_success()
template <typename Create> auto created(const char *call, const std::string &what, const Create &create) {
    cl_int code = CL_SUCCESS;
    const Handle object(create(&code));
    require_success(code, call, what);
    return object;
}

/// Answers of clGet...Info: `ask(bytes, out, bytes_out)` calls it. @throws as require_success()
template <typename T, typename Ask> T info_value(const char *call, const std::string &what, const Ask &ask) {
    T value{};
    // NOLINTNEXTLINE(bugprone-sizeof-expression): handles, which are pointers, are answers too
    require_success(ask(sizeof(T), &value, nullptr), call, what);
    return value;
}
template <typename T, typename Ask>
std::vector<T> info_values(const char *call, const std::string &what, const Ask &ask) {
    std::size_t bytes = 0;
    require_success(ask(0, nullptr, &bytes), call, what);
    // NOLINTNEXTLINE(bugprone-sizeof-expression)
    std::vector<T> values(bytes / sizeof(T));
    if (!values.empty()) {
        require_success(ask(bytes, values.data(), nullptr), call, what);
    }
    return values;
}

/// Without the padding of zeros or spaces that some drivers add.
std::string trimmed_text(const std::vector<char> &text);

/// Answers of clGetDeviceInfo. @throws as require_success()
template <typename T> T device_value(cl_device_id device, cl_device_info name) {
    return info_value<T>("clGetDeviceInfo", "device",
                         [&](auto... answer) { return clGetDeviceInfo(device, name, answer...); });
}
template <typename T> std::vector<T> device_values(cl_device_id device, cl_device_info name) {
    return info_values<T>("clGetDeviceInfo", "device",
                          [&](auto... answer) { return clGetDeviceInfo(device, name, answer...); });
}
std::string device_text(cl_device_id device, cl_device_info name);
std::string platform_text(cl_platform_id platform, cl_platform_info name);

} // namespace voxmarch
