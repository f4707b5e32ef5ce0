// Checks what callers made with OpenCL's own functions; only device/*.cpp include this.
#pragma once

#include "device/context.h"

#include <array>
#include <cstdint>
#include <string>

namespace voxmarch {

struct CheckedQueue {
    Handle<_cl_device_id> device;
    bool has_times = false; ///< made with profiling
};

/// @throws as Device's constructor
CheckedQueue check_queue(const ExternalQueue &external);

/// The size in bytes of a caller's buffer that kernels on this device may write.
/// @throws UsageError for a null pointer, something else than a buffer, one of another context or one that is read only
std::uint64_t check_buffer(const Device &device, _cl_mem *memory, const std::string &label);

struct CheckedImage {
    ImageFormat format = ImageFormat::r8;
    std::array<int, 3> dims{};
};

/// The same for a 3D image. @throws as check_buffer(), UnsupportedError for a format that is none of ours
CheckedImage check_image(const Device &device, _cl_mem *memory, const std::string &label);

} // namespace voxmarch
