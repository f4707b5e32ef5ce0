// Uploads from any memory by way of pinned memory: threads fill one piece while the device takes others.
#pragma once

#include "device/context.h"
#include "device/memory.h"
#include "device/staging.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace voxmarch {

/// Fills `bytes` of a buffer from `byte_offset` on. Waits.
/// @param fill  writes what is uploaded; places are counted from the first byte that is
/// @throws MemoryError if they do not fit, or there is no room for staging; DeviceError; what Staging::progress throws
void upload_staged(Device &device, Buffer &target, std::uint64_t byte_offset, std::uint64_t bytes, const CopyPart &fill,
                   const Staging &staging = {});

/// Fills a whole image, tightly packed, x fastest. Waits.
/// @throws MemoryError if there is no room for staging, or for a row of the image in a piece; else as above
void upload_staged(Device &device, Image3D &target, const CopyPart &fill, const Staging &staging = {});

/// Writes as many bytes as it is given, in another form. Several threads call it at once. Must not throw.
using ConvertPart = std::function<void(std::span<const std::byte> from, std::span<std::byte> to)>;

/// Uploads bytes that lie in memory, a mapped file's too, by whatever way suits device and size, without a copy of them
/// all in host memory: into buffers of CPU devices they go as these are mapped. Waits.
/// @param convert  on the way; empty: as they are
/// @throws MemoryError, DeviceError
void upload_bytes(Device &device, Buffer &target, std::span<const std::byte> bytes, const ConvertPart &convert = {});

/// The same of a whole image. Where it goes neither by pinned memory nor as it is, it is copied as a whole first.
void upload_bytes(Device &device, Image3D &target, std::span<const std::byte> bytes, const ConvertPart &convert = {});

} // namespace voxmarch
