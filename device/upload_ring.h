// Blocks on a device that the host fills by turns, beside what else the device does.
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

/// Blocks take turns: turn t has block t % count(). What is sent goes by a second queue, and what the device is told to
/// do next waits for it. One thread at a time, but for the memory of open blocks.
///
/// A device with memory of its own (Stages::are_pinned()) takes blocks from pinned memory that others keep: gather().
/// Any other finds them where the host wrote them: open() and send().
class UploadRing {
public:
    /// @param block_bytes  of a block, its tail included
    /// @param tail_bytes   most bytes of a tail, see gather()
    /// @param label        what the blocks hold, for messages
    /// @throws MemoryError, DeviceError
    UploadRing(Device &device, std::uint64_t block_bytes, std::uint64_t tail_bytes, std::size_t blocks,
               const std::string &label);
    UploadRing(const UploadRing &) = delete;
    UploadRing &operator=(const UploadRing &) = delete;
    /// Something may use the memory still: waits and says nothing.
    ~UploadRing();

    std::uint64_t block_bytes() const { return block_bytes_; }
    std::size_t count() const { return blocks_.size(); }

    /// The memory of a block, for any thread to write, once the device needs it no more. Opened twice without send() it
    /// is the same. @throws DeviceError
    std::span<std::byte> open(std::size_t turn);

    /// The device takes over an open block.
    /// @return what the commands that the device gets next may read it from
    /// @throws DeviceError
    const Buffer &send(std::size_t turn);

    /// Starts to bring parts and a tail to the device, one behind the other.
    /// @param parts  in pinned memory, which stays as it is until sent()
    /// @return as send()
    const Buffer &gather(std::size_t turn, std::span<const std::span<const std::byte>> parts,
                         std::span<const std::byte> tail);

    /// When the last command that send() or gather() gave for this turn is done.
    const Event &sent(std::size_t turn) const { return blocks_[turn % blocks_.size()].sent; }

    /// The last command that reads a block that was sent.
    void note_reader(std::size_t turn, const Event &event) { block(turn).read = event; }

    /// How long bringing took on the device since the last call, ms; what is under way is waited for. 0 where nothing
    /// is brought, and where events tell no device times.
    double take_upload_ms();

private:
    struct Block {
        Buffer on_device;
        std::byte *on_host = nullptr; ///< as long as it is mapped
        Event sent, read;
    };
    Device *device_;
    std::string label_;
    std::uint64_t block_bytes_, tail_bytes_;
    Handle<_cl_command_queue> queue_;
    std::optional<PinnedMemory> tails_; ///< of blocks that are gathered
    std::vector<Block> blocks_;
    Events timed_;

    Block &block(std::size_t turn) { return blocks_[turn % blocks_.size()]; }
    void map(Block &block);
    Event write(Block &block, std::uint64_t offset, std::span<const std::byte> bytes);
    const Buffer &wait_for(const Block &block);
};

} // namespace voxmarch
