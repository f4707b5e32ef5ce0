// Runs an OpenCL call and turns its failure into one of our exceptions; only device/ includes this.
#pragma once

#include <CL/opencl.hpp>
#include <string>
#include <utility>

namespace voxmarch {

std::string error_name(cl_int code);

/// "CALL: CODE (WHAT)". Codes that mean memory ran out become MemoryError, the rest DeviceError.
[[noreturn]] void throw_call_error(const cl::Error &error, const std::string &what);

/// @param what  the object the call works on, for the message
/// @throws DeviceError or MemoryError instead of cl::Error
template <typename Call> decltype(auto) cl_call(const std::string &what, Call &&call) {
    try {
        return std::forward<Call>(call)();
    } catch (const cl::Error &error) {
        throw_call_error(error, what);
    }
}

} // namespace voxmarch
