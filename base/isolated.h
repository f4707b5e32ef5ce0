// Work that may crash or never end, in a process of its own: libraries that damaged files can lead astray.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <sys/types.h>
#include <vector>

namespace voxmarch {

/// What a child may use up.
struct IsolatedBounds {
    int seconds = 0;          ///< of computing time until it must have ended or called allow_seconds()
    std::uint64_t memory = 0; ///< bytes that it may take beyond what this process has; more than the machine has counts
                              ///< as that
};

/// The child's end: what it sends.
class IsolatedOutput {
public:
    explicit IsolatedOutput(int pipe) : pipe_(pipe) {}

    /// Sends bytes, in this order. Ends the child if nobody waits for them any more.
    void write(std::span<const std::byte> bytes);

    /// From now on so many seconds of computing time may pass; the child is ended where they do.
    static void allow_seconds(int seconds);

private:
    friend class IsolatedWork;
    int pipe_;

    void send(std::uint32_t kind, std::span<const std::byte> bytes);
};

/// A child process that computes and sends bytes. It is a copy of this process with the calling thread alone, so it
/// must touch nothing that belongs to other threads (devices, displays) and wait for none. It has no standard output,
/// and no files but its own. Move-only; the child ends with it.
class IsolatedWork {
public:
    /// Begins the work. @param file     for messages
    /// @param library  that does the work, for messages: "libhdf5"
    /// @param work     runs in the child; what it throws, FormatProblem among it, is thrown here as FileError to the
    /// one who reads: its words as one line, cut where they are long
    /// @throws FileError if there can be no further process
    IsolatedWork(std::filesystem::path file, const char *library, IsolatedBounds bounds,
                 const std::function<void(IsolatedOutput &)> &work);
    ~IsolatedWork();
    IsolatedWork(const IsolatedWork &) = delete;
    IsolatedWork &operator=(const IsolatedWork &) = delete;

    /// Waits for the next bytes and fills all of `out`.
    /// @throws FileError with the words of an error in the child; where it crashed, took too long or sent fewer bytes
    void read(std::span<std::byte> out);

    /// All bytes until the work is done, at most so many. @throws FileError likewise
    std::vector<std::byte> read_all(std::uint64_t most);

private:
    std::filesystem::path file_;
    const char *library_;
    pid_t child_ = -1;
    int pipe_ = -1;
    std::uint64_t waiting_ = 0; ///< bytes of the piece that has begun
    bool is_done_ = false;

    bool begin_piece();
    int wait_for_end();
    void receive(void *to, std::size_t count);
    [[noreturn]] void fail();
};

} // namespace voxmarch
