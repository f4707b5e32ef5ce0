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
    int patience = 0;         ///< seconds that it may send nothing while somebody waits; 0: any number
    std::uint64_t mapped = 0; ///< bytes of files that it may map beside that memory
    int kept_file = -1;       ///< descriptor that it keeps open; -1: none
};

/// Whether such work is done in this process: VOXMARCH_DECODE_IN_PROCESS is set to something else than 0, for
/// debuggers.
bool isolation_is_off();

/// The child's end: what it sends.
class IsolatedOutput {
public:
    /// @param answers  where the other end asks it to go on; -1: it does not
    explicit IsolatedOutput(int pipe, int answers = -1) : pipe_(pipe), answers_(answers) {}

    /// Sends bytes, in this order. Ends the child if nobody waits for them any more.
    void write(std::span<const std::byte> bytes);

    /// From now on so many seconds of computing time may pass; the child is ended where they do.
    static void allow_seconds(int seconds);

    /// From now on it may take so many bytes more than it has. @param mapped  see IsolatedBounds
    static void allow_memory(std::uint64_t bytes, std::uint64_t mapped);

    /// From now on it can read this file or folder and what lies beside it, see confine_files(), and neither start
    /// programs nor reach a network. Empty: no file.
    static void confine_to(const std::filesystem::path &source);

    /// Waits for IsolatedWork::go_on(), and gives what it sends. Ends the child if nobody will call it.
    std::vector<std::byte> wait_to_go_on() const;

private:
    friend class IsolatedWork;
    int pipe_, answers_;
    std::vector<std::byte> *kept_ = nullptr; ///< takes what is sent, in the place of the pipe

    void send(std::uint32_t kind, std::span<const std::byte> bytes);
    bool do_work(const std::function<void(IsolatedOutput &)> &work, const std::filesystem::path &file);
};

/// A child process that computes and sends bytes. It is a copy of this process with the calling thread alone and
/// without large ZeroedBytes, so it must touch nothing that belongs to other threads (devices, displays) and wait for
/// none. It has no standard output, and no files but its own. Move-only; the child ends with it.
class IsolatedWork {
public:
    /// Begins the work; where isolation_is_off(), does it. @param file     for messages
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

    /// Lets a child go on that waits in IsolatedOutput::wait_to_go_on(). That it has ended is told to who reads from
    /// it. @param words     for the child
    /// @param patience  from now on, see IsolatedBounds
    void go_on(std::span<const std::byte> words, int patience);

private:
    std::filesystem::path file_;
    const char *library_;
    int patience_;
    pid_t child_ = -1;
    int pipe_ = -1, answers_ = -1;
    std::vector<std::byte> kept_; ///< what was sent by work in this process
    std::size_t taken_ = 0;       ///< bytes of it that were read
    std::uint64_t waiting_ = 0;   ///< bytes of the piece that has begun
    bool is_done_ = false;

    bool begin_piece();
    int wait_for_end();
    void receive(void *to, std::size_t count);
    void wait_for_bytes();
    [[noreturn]] void fail();
};

} // namespace voxmarch
