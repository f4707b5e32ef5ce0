// The pinned memory of a device and the threads that copy to and from it. Only device/ and its measurements include
// this.
#pragma once

#include "device/context.h"
#include "device/memory.h"

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace voxmarch {

/// What messages call the pinned memory.
inline constexpr const char *staging_name = "pinned memory for copies";

/// How much goes at a time, and who copies it. The defaults are those of all copies but measurements.
struct Staging {
    /// Bytes of a piece: what threads copy while the device takes, or gives, others.
    std::uint64_t piece = std::uint64_t{8} << 20;

    /// Bytes of pinned memory that the pieces take turns in; at least a piece.
    std::uint64_t memory = std::uint64_t{32} << 20;

    /// Threads that copy, at least 1; 0: up to 8, as memory is faster than one thread and no faster than eight.
    int threads = 0;

    /// Called after each piece of an upload with the share done, 0 .. 1. May throw to cancel; the rest is then left
    /// out.
    std::function<void(double)> progress{};
};

/// Takes the bytes from `first` on of what is copied, or writes them; several threads call it at once, each for other
/// bytes. Must not throw. Parts begin and end at whole pages of 4096 bytes of a piece, so that no voxel is cut in two.
using CopyPart = std::function<void(std::uint64_t first, std::span<std::byte> part)>;

/// Memory of the driver's own that the device copies to and from without a copy between, mapped for the host as long as
/// it lives.
class PinnedMemory {
public:
    /// @param counted  as memory of the device, which it stands for there; else it is the host's alone
    /// @throws MemoryError, DeviceError
    PinnedMemory(Device &device, std::uint64_t bytes, bool counted = true);
    PinnedMemory(const PinnedMemory &) = delete;
    PinnedMemory &operator=(const PinnedMemory &) = delete;
    ~PinnedMemory();

    std::byte *bytes() const { return static_cast<std::byte *>(mapped_); }
    std::uint64_t size() const { return memory_.bytes(); }

private:
    DeviceMemory memory_;
    Handle<_cl_mem> buffer_;
    void *mapped_ = nullptr;
};

/// Threads that copy pieces together, each a part of its own, and sleep between. Starting them anew for each copy would
/// take as long as a frame needs to be read back.
class CopyCrew {
public:
    /// @param threads  see Staging::threads
    explicit CopyCrew(int threads);
    CopyCrew(const CopyCrew &) = delete;
    CopyCrew &operator=(const CopyCrew &) = delete;
    ~CopyCrew();

    int wanted() const { return wanted_; }

    /// Copies a piece, this thread among them. Returns when all is done.
    void copy(std::uint64_t first, std::span<std::byte> piece, const CopyPart &work);

private:
    int wanted_, count_;
    std::barrier<> turn_;
    const CopyPart *work_ = nullptr; ///< null: the end
    std::uint64_t first_ = 0;
    std::span<std::byte> piece_;
    std::vector<std::jthread> threads_;

    void serve(int index);
    void copy_part(int index);
};

/// What a device keeps for copies between host and device, made when it is first needed.
class Stages {
public:
    explicit Stages(Device &device) : device_(&device) {}

    /// The one rule for all copies: whether so many bytes go by way of pinned memory, which is there then. They do on
    /// GPUs with memory of their own, from 256 KiB on, as soon as copies of that size have moved twice as much as there
    /// is pinned memory, which takes about that long to make; and only where there is room for it. See
    /// DeviceOptions::staged_copies.
    /// @throws DeviceError
    bool take(std::uint64_t bytes);

    /// Whether copies to this device are made through pinned memory at all: see DeviceOptions::staged_copies.
    bool are_pinned();

    /// Makes room for copies of this kind. @throws MemoryError, DeviceError
    void reserve(const Staging &staging);

    /// Gives the pinned memory back, unless it is in use. @return whether there is more room now
    bool give_back();

    std::byte *bytes() const { return memory_->bytes(); }
    CopyCrew &crew(int threads = 0);

private:
    friend class PieceRing;
    bool is_beside_host(); ///< a GPU that does not share the host's memory
    Device *device_;
    std::optional<PinnedMemory> memory_;
    std::optional<CopyCrew> crew_;
    std::uint64_t moved_ = 0; ///< bytes of copies that were large enough, before there was pinned memory
    std::optional<bool> beside_host_;
    bool refused_ = false; ///< the driver did not give any
    bool in_use_ = false;
};

/// The pinned memory cut into pieces that take turns, for one copy.
class PieceRing {
public:
    /// @param bytes  that will be copied. Pieces are smaller than told where that lets the two halves of the way
    /// overlap.
    /// @throws MemoryError, DeviceError
    PieceRing(Device &device, const Staging &staging, std::uint64_t bytes);
    PieceRing(const PieceRing &) = delete;
    PieceRing &operator=(const PieceRing &) = delete;
    /// After an error something may use the memory still: waits and says nothing.
    ~PieceRing();

    std::uint64_t piece_bytes() const { return piece_bytes_; }
    std::size_t count() const { return used_.size(); }
    /// Where a piece lies. @param piece  counted on over all turns
    std::byte *bytes(std::size_t piece) const;
    /// The last command that reads from its place or writes to it.
    Event &used(std::size_t piece) { return used_[piece % count()]; }
    /// Waits for all commands. @throws DeviceError
    void finish();

private:
    Device *device_;
    std::uint64_t piece_bytes_;
    std::vector<Event> used_;
    bool finished_ = false;
};

} // namespace voxmarch
