// A block on a device that the host fills beside what else the device does.
#pragma once

#include "device/context.h"
#include "device/memory.h"
#include "device/staged_upload.h"
#include "device/staging.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

/// Holds the bytes that go to the device by a second queue, which nothing waits for before they are wanted. One thread
/// at a time.
class SideUpload {
public:
    /// @param label  what the block holds, for messages
    /// @throws MemoryError, DeviceError
    SideUpload(Device &device, std::uint64_t bytes, const std::string &label);
    SideUpload(const SideUpload &) = delete;
    SideUpload &operator=(const SideUpload &) = delete;
    /// Something may use the memory still: waits and says nothing.
    ~SideUpload();

    /// Starts to bring bytes to the block, once the device has read those before. Returns when they may change: a
    /// device with memory of its own (Stages::are_pinned()) takes them from pinned memory then, any other has them.
    /// @param bytes    as many as the block has
    /// @param convert  on the way; empty: as they are
    /// @throws MemoryError where there is no pinned memory, DeviceError
    void send(std::span<const std::byte> bytes, const ConvertPart &convert = {});

    /// What was sent last. What the device is told next waits until it is there. @throws DeviceError
    const Buffer &arrived();

    /// The last command that reads the block.
    void note_reader(const Event &event) { read_ = event; }

    /// Commands that brought bytes since the last call; none where events tell no device times.
    Events take_events() { return std::exchange(timed_, {}); }

private:
    Device *device_;
    std::string label_;
    Handle<_cl_command_queue> queue_;
    Buffer block_;
    std::optional<PinnedMemory> pinned_;
    CopyCrew crew_{0};        ///< of its own, so that another thread may read back meanwhile
    std::vector<Event> used_; ///< the last command that reads each piece of the pinned memory
    Event sent_, read_;
    Events timed_;

    void send_pinned(const CopyPart &copy);
    void send_mapped(const CopyPart &copy);
};

} // namespace voxmarch
