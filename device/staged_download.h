// Downloads to any memory: the device fills one pinned buffer while threads empty the other.
#pragma once

#include "device/staged_upload.h"

#include <memory>

namespace voxmarch {

class Stages;

/// Takes the bytes from `first` on of what is downloaded; several threads call it at once. Must not throw. Parts end at
/// whole pages of 4096 bytes.
using TakePart = std::function<void(std::uint64_t first, std::span<const std::byte> bytes)>;

/// Downloads from one device, which share pinned memory as long as this lives. CPU devices need none: their buffers are
/// mapped and taken from where they lie. Refers to its device.
class StagedDownload {
public:
    /// @param staging  `progress` is not called
    explicit StagedDownload(Device &device, Staging staging = {std::uint64_t{16} << 20, 0, {}});
    StagedDownload(const StagedDownload &) = delete;
    StagedDownload &operator=(const StagedDownload &) = delete;
    ~StagedDownload();

    /// Takes the first `bytes` of a buffer. Waits.
    /// @throws MemoryError if it has fewer, or there is no room for staging; DeviceError
    void take(const Buffer &source, std::uint64_t bytes, const TakePart &take);

private:
    Device *device_;
    Staging staging_;
    std::unique_ptr<Stages> stages_;

    void take_staged(const Buffer &source, std::uint64_t bytes, const FillPart &take);
    void take_mapped(const Buffer &source, std::uint64_t bytes, const FillPart &take);
};

} // namespace voxmarch
