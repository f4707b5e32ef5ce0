// What programs that a launcher started together need of whatever connects them.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace voxmarch {

/// A rectangle of bytes within larger rows.
struct ByteRows {
    std::byte *first;
    std::size_t bytes, count; ///< of a row; rows
    std::size_t stride;       ///< bytes from one row to the next
};

/// Sends bytes between ranks 0 .. size - 1. All calls return when they are done, and wait without keeping a core busy.
/// share() and broadcast() are made by all ranks, in the same order. One thread at a time. Where the connection itself
/// fails all ranks end, with one line: nobody can tell the others any more.
class RankLink {
public:
    virtual ~RankLink() = default;

    virtual int rank() const = 0;
    virtual int size() const = 0;
    virtual int local_rank() const = 0; ///< among the ranks of this machine
    virtual std::string host() const = 0;

    /// @param all  gets the bytes of every rank, as many of each
    virtual void share(std::span<const std::byte> mine, std::span<std::byte> all) = 0;

    /// @param bytes  of rank 0, which all others get
    virtual void broadcast(std::span<std::byte> bytes) = 0;

    virtual void send(int to, std::span<const std::byte> bytes) = 0;

    /// @param from  a rank, or any_rank  @param bytes  as many as were sent  @return who sent them
    virtual int receive(int from, std::span<std::byte> bytes) = 0;

    /// The same, each row to its place.
    virtual void receive_rows(int from, const ByteRows &rows) = 0;

    /// Waits for all ranks; no call may follow.
    virtual void leave() = 0;

    static constexpr int any_rank = -1;
};

} // namespace voxmarch
