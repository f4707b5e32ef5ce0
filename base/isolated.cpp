// Forks, limits the child, and carries what it sends through a pipe.
#include "base/isolated.h"

#include "base/error.h"
#include "base/format_problem.h"
#include "base/host_memory.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <new>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace voxmarch {

namespace {

/// What begins each piece of the stream.
struct PieceHeader {
    std::uint32_t kind = 0;
    std::uint32_t bytes = 0;
};

enum PieceKind : std::uint32_t { piece_data, piece_error, piece_done };

constexpr std::size_t largest_piece = std::size_t{1} << 20, longest_error = 1000;

/// Bytes that this process takes already.
struct Taken {
    std::uint64_t addresses = 0; ///< devices map more than there is memory
    std::uint64_t writable = 0;  ///< heap, stacks, and what else is its own to write
};

Taken taken_already() {
    std::uint64_t pages = 0, resident = 0, shared = 0, text = 0, none = 0, data = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident >> shared >> text >> none >> data;
    const auto size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return {pages * size, data * size};
}

void limit(int what, std::uint64_t most) {
    rlimit limits{};
    getrlimit(static_cast<__rlimit_resource>(what), &limits);
    limits.rlim_cur = std::min<rlim_t>(most, limits.rlim_max);
    setrlimit(static_cast<__rlimit_resource>(what), &limits);
}

/// Turns this copy of the process into one that can do no harm to the other.
void become_child(int pipe, pid_t parent, std::uint64_t memory) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(1);
    }
    for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU, SIGTERM, SIGINT, SIGCHLD}) {
        std::signal(number, SIG_DFL);
    }
    std::signal(SIGPIPE, SIG_DFL); // ends it where nobody reads any more
    std::signal(SIGINT, SIG_IGN);  // the parent decides
    limit(RLIMIT_CORE, 0);
    const Taken taken = taken_already();
    limit(RLIMIT_AS, taken.addresses + host_memory());
#if !defined(__SANITIZE_ADDRESS__) // which takes as much again and more
    limit(RLIMIT_DATA, taken.writable + std::min(memory, host_memory()));
#endif
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        dup2(nowhere, stream);
    }
    if (pipe > 3) {
        close_range(3, static_cast<unsigned>(pipe) - 1, 0);
    }
    close_range(static_cast<unsigned>(pipe) + 1, ~0U, 0);
}

void write_all(int pipe, const void *bytes, std::size_t count) {
    const auto *at = static_cast<const char *>(bytes);
    while (count > 0) {
        const ssize_t written = ::write(pipe, at, count);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            _exit(1);
        }
        at += written;
        count -= static_cast<std::size_t>(written);
    }
}

} // namespace

void IsolatedOutput::send(std::uint32_t kind, std::span<const std::byte> bytes) {
    const PieceHeader header{kind, static_cast<std::uint32_t>(bytes.size())};
    write_all(pipe_, &header, sizeof header);
    write_all(pipe_, bytes.data(), bytes.size());
}

void IsolatedOutput::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const std::size_t part = std::min(bytes.size(), largest_piece);
        send(piece_data, bytes.first(part));
        bytes = bytes.subspan(part);
    }
}

void IsolatedOutput::allow_seconds(int seconds) {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    limit(RLIMIT_CPU, static_cast<std::uint64_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1 + seconds));
}

IsolatedWork::IsolatedWork(std::filesystem::path file, const char *library, IsolatedBounds bounds,
                           const std::function<void(IsolatedOutput &)> &work)
    : file_(std::move(file)), library_(library) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw FileError(file_, fmt::format("cannot be read: no pipe to another process ({})", std::strerror(errno)));
    }
    fcntl(ends[1], F_SETPIPE_SZ, static_cast<int>(largest_piece)); // as much as is allowed
    const pid_t parent = getpid();
    child_ = fork();
    if (child_ == 0) {
        IsolatedOutput output(ends[1]);
        std::string error;
        try {
            become_child(ends[1], parent, bounds.memory);
            IsolatedOutput::allow_seconds(bounds.seconds);
            work(output);
            output.send(piece_done, {});
            _exit(0);
        } catch (const Error &problem) {
            error = problem.problem();
        } catch (const FormatProblem &problem) {
            error = problem.what();
        } catch (const std::bad_alloc &) {
            error = "cannot be read: not enough memory, or its sizes lie";
        } catch (const std::exception &problem) {
            error = fmt::format("cannot be read: {}", problem.what());
        } catch (...) {
            error = "cannot be read";
        }
        if (const std::string prefix = file_.string() + ": "; error.starts_with(prefix)) {
            error.erase(0, prefix.size()); // the reader's error names it again
        }
        error = text::one_line(error, longest_error);
        output.send(piece_error, std::as_bytes(std::span(error)));
        _exit(1);
    }
    close(ends[1]);
    pipe_ = ends[0];
    if (child_ < 0) {
        close(pipe_);
        throw FileError(file_, fmt::format("cannot be read: no other process ({})", std::strerror(errno)));
    }
}

IsolatedWork::~IsolatedWork() {
    close(pipe_);
    if (child_ > 0) {
        kill(child_, SIGKILL);
        wait_for_end();
    }
}

int IsolatedWork::wait_for_end() {
    int status = 0;
    while (child_ > 0 && waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    child_ = -1;
    return status;
}

void IsolatedWork::fail() {
    const int status = wait_for_end();
    const bool took_long = WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
    throw FileError(
        file_, fmt::format("is damaged: {} {} it", library_, took_long ? "comes to no end with" : "breaks down over"));
}

void IsolatedWork::receive(void *to, std::size_t count) {
    auto *at = static_cast<char *>(to);
    while (count > 0) {
        const ssize_t got = ::read(pipe_, at, count);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            fail();
        }
        at += got;
        count -= static_cast<std::size_t>(got);
    }
}

bool IsolatedWork::begin_piece() {
    if (is_done_) {
        return false;
    }
    PieceHeader header;
    receive(&header, sizeof header);
    if (header.kind == piece_error && header.bytes <= longest_error + 3) {
        std::string text(header.bytes, '\0');
        receive(text.data(), text.size());
        throw FileError(file_, text);
    }
    if (header.kind > piece_done || header.bytes > largest_piece) {
        throw FileError(file_, fmt::format("is damaged: {} gives no answer", library_));
    }
    is_done_ = header.kind == piece_done;
    waiting_ = header.bytes;
    return !is_done_;
}

void IsolatedWork::read(std::span<std::byte> out) {
    while (!out.empty()) {
        if (waiting_ == 0 && !begin_piece()) {
            throw FileError(file_, "truncated: the voxels end early");
        }
        const std::size_t part = std::min<std::uint64_t>(out.size(), waiting_);
        receive(out.data(), part);
        waiting_ -= part;
        out = out.subspan(part);
    }
}

std::vector<std::byte> IsolatedWork::read_all(std::uint64_t most) {
    std::vector<std::byte> all;
    while (waiting_ > 0 || begin_piece()) {
        if (all.size() + waiting_ > most) {
            throw FileError(file_, "is damaged, or describes more than anybody needs");
        }
        const std::size_t begin = all.size(), part = waiting_;
        all.resize(begin + part);
        receive(all.data() + begin, part);
        waiting_ = 0;
    }
    return all;
}

} // namespace voxmarch
