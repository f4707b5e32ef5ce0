// What staged copies are made of: pinned memory, and threads that copy to or from it. Only device/ includes this.
#pragma once

#include "device/context.h"
#include "device/memory.h"
#include "device/staged_upload.h"

#include <array>
#include <barrier>
#include <optional>
#include <thread>
#include <vector>

namespace voxmarch {

/// What messages call the pinned memory.
inline constexpr const char *staging_name = "pinned memory for copies";

/// Memory of the driver's own that the device copies to and from without a copy between, mapped for the host as long as
/// it lives.
class PinnedBuffer {
public:
    /// @throws MemoryError, DeviceError
    PinnedBuffer(Device &device, std::uint64_t bytes);
    PinnedBuffer(const PinnedBuffer &) = delete;
    PinnedBuffer &operator=(const PinnedBuffer &) = delete;
    ~PinnedBuffer();

    /// Waits for what uses it and gives the memory back. @throws DeviceError
    void finish();

    std::byte *bytes() const { return static_cast<std::byte *>(mapped_); }
    std::uint64_t size() const { return memory_.bytes(); }
    Event used; ///< the last command that reads from it or writes to it

private:
    DeviceMemory memory_;
    Handle<_cl_mem> buffer_;
    void *mapped_ = nullptr;
};

/// Two pinned buffers that take turns, each made when it is first needed.
class Stages {
public:
    /// @param bytes  of each
    Stages(Device &device, std::uint64_t bytes) : device_(&device), bytes_(bytes) {}

    std::uint64_t bytes() const { return bytes_; }
    /// @param turn  0 or 1  @throws MemoryError, DeviceError
    PinnedBuffer &at(int turn);
    /// Waits for all copies and gives the memory back. @throws DeviceError
    void finish();

private:
    Device *device_;
    std::uint64_t bytes_;
    std::array<std::optional<PinnedBuffer>, 2> buffers_;
};

/// Threads that copy pieces together, each a part of its own. Starting threads anew for each piece of 32 MiB would take
/// half as long as the copy.
class CopyCrew {
public:
    /// @param threads  see Staging::threads
    CopyCrew(int threads, const FillPart &work);
    CopyCrew(const CopyCrew &) = delete;
    CopyCrew &operator=(const CopyCrew &) = delete;
    ~CopyCrew();

    /// Copies a piece, this thread among them. Returns when all is done.
    void copy(std::uint64_t first, std::span<std::byte> piece);

private:
    int count_;
    const FillPart &work_;
    std::barrier<> turn_;
    std::uint64_t first_ = 0;
    std::span<std::byte> piece_; ///< empty: the end
    std::vector<std::jthread> threads_;

    void serve(int index);
    void copy_part(int index);
};

} // namespace voxmarch
