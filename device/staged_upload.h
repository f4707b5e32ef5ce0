// Uploads from any memory by way of pinned memory: threads fill one staging buffer while the device takes the other.
#pragma once

#include "device/context.h"
#include "device/memory.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace voxmarch {

/// How much goes at a time, and who copies it.
struct Staging {
    /// Bytes of each of the two staging buffers, which count as allocated meanwhile.
    std::uint64_t bytes = std::uint64_t{32} << 20;

    /// Threads that fill them, at least 1; 0: up to 8, as memory is faster than one thread and no faster than eight.
    int threads = 0;

    /// Called after each piece with the share done, 0 .. 1. May throw to cancel; the rest is then left out.
    std::function<void(double)> progress{};
};

/// Are so many bytes better copied by way of pinned memory? Yes on GPUs and where DeviceOptions::staged_uploads says
/// so, if there is room for it.
bool goes_by_stages(const Device &device, std::uint64_t bytes, const Staging &staging = {});

/// Writes the bytes from `first` on of what is uploaded into `target`; several threads call it at once. Must not throw.
using FillPart = std::function<void(std::uint64_t first, std::span<std::byte> target)>;

/// Fills the first `bytes` of a buffer. Waits.
/// @throws MemoryError if they do not fit, or there is no room for staging; DeviceError
void upload_staged(Device &device, Buffer &target, std::uint64_t bytes, const FillPart &fill,
                   const Staging &staging = {});

/// Fills a whole image, tightly packed, x fastest. Waits.
/// @throws MemoryError if there is no room for staging, or for a row of the image in it; DeviceError
void upload_staged(Device &device, Image3D &target, const FillPart &fill, const Staging &staging = {});

} // namespace voxmarch
