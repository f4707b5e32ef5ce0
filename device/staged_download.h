// Downloads to any memory: the device fills pieces of pinned memory while threads empty others.
#pragma once

#include "base/unset_vector.h"
#include "device/staging.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace voxmarch {

/// Takes the bytes from `first` on of what is downloaded; several threads call it at once. Must not throw.
using TakePart = std::function<void(std::uint64_t first, std::span<const std::byte> part)>;

/// Takes `bytes` of a buffer from `byte_offset` on by way of pinned memory. Waits.
/// @param staging   `progress` is not called
/// @param launched  called before anything is waited for: to wait for what the device does first, and tell the time
/// @throws MemoryError if it has fewer, or there is no room for staging; DeviceError
void download_staged(Device &device, const Buffer &source, std::uint64_t byte_offset, std::uint64_t bytes,
                     const TakePart &take, const Staging &staging = {}, const std::function<void()> &launched = {});

/// Takes the first `bytes` of a buffer by whatever way suits device and size: out of pinned memory, or from where the
/// driver maps the buffer, which costs CPU devices nothing. Waits.
/// @param launched  as above; may be called before anything is launched
/// @throws MemoryError if it has fewer; DeviceError
void download_parts(Device &device, const Buffer &source, std::uint64_t bytes, const TakePart &take,
                    const std::function<void()> &launched = {});

/// All of a buffer, a frame's above all: one pass over it.
/// @throws DeviceError, and what `launched` throws
UnsetVector<std::uint8_t> read_back(Device &device, const Buffer &source, const std::function<void()> &launched = {});

} // namespace voxmarch
