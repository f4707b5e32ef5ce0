// Blocks that the host fills and a device takes by turns, beside what else it does.
#pragma once

#include "device/context.h"
#include "device/memory.h"
#include "device/staging.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace voxmarch {

/// Blocks take turns: turn t has block t % count(). A device with memory of its own takes them from pinned memory, by a
/// second queue; others find them where the host wrote them. One thread at a time, but for the memory of open blocks.
class UploadRing {
public:
    /// @param label  what the blocks hold, for messages
    /// @throws MemoryError, DeviceError
    UploadRing(Device &device, std::uint64_t block_bytes, std::size_t blocks, const std::string &label);
    UploadRing(const UploadRing &) = delete;
    UploadRing &operator=(const UploadRing &) = delete;
    /// Something may use the memory still: waits and says nothing.
    ~UploadRing();

    std::uint64_t block_bytes() const { return block_bytes_; }
    std::size_t count() const { return blocks_.size(); }

    /// The memory of a block, for any thread to write, once the device needs it no more. Opened twice without send() it
    /// is the same. @throws DeviceError
    std::span<std::byte> open(std::size_t turn);

    /// Starts to bring the first bytes of an open block to the device.
    /// @return what the commands that the device gets next may read them from
    /// @throws DeviceError
    const Buffer &send(std::size_t turn, std::uint64_t bytes);

    /// The last command that reads a block that was sent.
    void note_reader(std::size_t turn, const Event &event) { block(turn).read = event; }

    /// How long bringing took on the device since the last call, ms; those that are under way are waited for. 0 where
    /// nothing is brought, and where events tell no device times.
    double take_upload_ms();

private:
    struct Block {
        Buffer on_device;
        std::byte *on_host = nullptr; ///< as long as it is mapped
        Event sent, read;
    };
    Device *device_;
    std::string label_;
    std::uint64_t block_bytes_;
    Handle<_cl_command_queue> queue_;
    std::optional<PinnedMemory> pinned_;
    std::vector<Block> blocks_;
    Events timed_;

    Block &block(std::size_t turn) { return blocks_[turn % blocks_.size()]; }
    void map(Block &block);
    Event started(_cl_event *event, int code, const char *call);
};

} // namespace voxmarch
