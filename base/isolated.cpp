// Forks, limits the child, and carries what it sends through a pipe.
#include "base/isolated.h"

#include "base/confinement.h"
#include "base/error.h"
#include "base/format_problem.h"
#include "base/host_memory.h"
#include "base/text.h"
#include "base/zeroed_bytes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <new>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
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

/// What the functions of IsolatedOutput that limit a process act on: never the one that forks.
bool is_child = false;

void limit(int what, std::uint64_t most) {
    rlimit limits{};
    getrlimit(static_cast<__rlimit_resource>(what), &limits);
    limits.rlim_cur = std::min<rlim_t>(most, limits.rlim_max);
    setrlimit(static_cast<__rlimit_resource>(what), &limits);
}

void close_all_but(std::vector<int> kept) {
    std::ranges::sort(kept);
    int first = STDERR_FILENO + 1;
    for (const int file : kept) {
        if (file > first) {
            close_range(static_cast<unsigned>(first), static_cast<unsigned>(file) - 1, 0);
        }
        first = std::max(first, file + 1);
    }
    close_range(static_cast<unsigned>(first), ~0U, 0);
}

/// Turns this copy of the process into one that can do no harm to the other.
void become_child(const std::vector<int> &kept, pid_t parent, const IsolatedBounds &bounds) {
    is_child = true;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(1);
    }
    for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGXCPU, SIGXFSZ, SIGTERM, SIGCHLD}) {
        std::signal(number, SIG_DFL);
    }
    std::signal(SIGPIPE, SIG_DFL); // ends it where nobody reads any more
    std::signal(SIGINT, SIG_IGN);  // the parent decides
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    IsolatedOutput::allow_memory(bounds.memory, bounds.mapped);
#if !defined(__SANITIZE_ADDRESS__) // which tells what it finds
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        dup2(nowhere, stream);
    }
#endif
    close_all_but(kept);
}

void close_both(const std::array<int, 2> &ends) {
    for (const int end : ends) {
        if (end >= 0) {
            close(end);
        }
    }
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

/// "Segmentation fault" as a part of a sentence.
std::string name_of_signal(int number) {
    std::string name = strsignal(number);
    name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    return name;
}

} // namespace

bool isolation_is_off() {
    const char *value = std::getenv("VOXMARCH_DECODE_IN_PROCESS");
    return value != nullptr && *value != '\0' && std::string_view(value) != "0";
}

void IsolatedOutput::send(std::uint32_t kind, std::span<const std::byte> bytes) {
    const PieceHeader header{kind, static_cast<std::uint32_t>(bytes.size())};
    if (kept_ != nullptr) {
        const auto *begin = reinterpret_cast<const std::byte *>(&header);
        kept_->insert(kept_->end(), begin, begin + sizeof header);
        kept_->insert(kept_->end(), bytes.begin(), bytes.end());
        return;
    }
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
    if (!is_child) {
        return;
    }
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    limit(RLIMIT_CPU, static_cast<std::uint64_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1 + seconds));
}

void IsolatedOutput::allow_memory(std::uint64_t bytes, std::uint64_t mapped) {
    if (!is_child) {
        return;
    }
    const Taken taken = taken_already();
    limit(RLIMIT_AS, taken.addresses + host_memory() + mapped);
#if !defined(__SANITIZE_ADDRESS__) // which takes as much again and more
    limit(RLIMIT_DATA, taken.writable + std::min(bytes, host_memory()));
#endif
}

void IsolatedOutput::confine_to(const std::filesystem::path &source) {
    if (is_child) {
        confine_files(source);
        confine_calls();
    }
}

std::vector<std::byte> IsolatedOutput::wait_to_go_on() const {
    const auto receive = [&](std::span<std::byte> out) {
        while (!out.empty()) {
            const ssize_t got = ::read(answers_, out.data(), out.size());
            if (got < 0 && errno == EINTR) {
                continue;
            }
            if (got <= 0) {
                _exit(1);
            }
            out = out.subspan(static_cast<std::size_t>(got));
        }
    };
    std::uint64_t count = 0;
    receive(std::as_writable_bytes(std::span(&count, 1)));
    std::vector<std::byte> words(count);
    receive(words);
    return words;
}

bool IsolatedOutput::do_work(const std::function<void(IsolatedOutput &)> &work, const std::filesystem::path &file) {
    std::string error;
    try {
        work(*this);
        send(piece_done, {});
        return true;
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
    if (const std::string prefix = file.string() + ": "; error.starts_with(prefix)) {
        error.erase(0, prefix.size()); // the reader's error names it again
    }
    error = text::one_line(error, longest_error);
    send(piece_error, std::as_bytes(std::span(error)));
    return false;
}

IsolatedWork::IsolatedWork(std::filesystem::path file, const char *library, IsolatedBounds bounds,
                           const std::function<void(IsolatedOutput &)> &work)
    : file_(std::move(file)), library_(library), patience_(bounds.patience) {
    if (isolation_is_off()) {
        IsolatedOutput output(-1);
        output.kept_ = &kept_;
        output.do_work(work, file_);
        return;
    }
    std::array<int, 2> ends{-1, -1}, answers{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, answers.data()) != 0) {
        const int problem = errno;
        close_both(ends);
        throw FileError(file_, fmt::format("cannot be read: no pipe to another process ({})", std::strerror(problem)));
    }
    fcntl(ends[1], F_SETPIPE_SZ, static_cast<int>(largest_piece)); // as much as is allowed
    const pid_t parent = getpid();
    child_ = fork_without_blocks();
    if (child_ == 0) {
        IsolatedOutput output(ends[1], answers[0]);
        become_child({ends[1], answers[0], bounds.kept_file}, parent, bounds);
        IsolatedOutput::allow_seconds(bounds.seconds);
        _exit(output.do_work(work, file_) ? 0 : 1);
    }
    const int problem = errno;
    close(ends[1]);
    close(answers[0]);
    pipe_ = ends[0];
    answers_ = answers[1];
    if (child_ < 0) {
        close(pipe_);
        close(answers_);
        throw FileError(file_, fmt::format("cannot be read: no other process ({})", std::strerror(problem)));
    }
}

IsolatedWork::~IsolatedWork() {
    if (pipe_ >= 0) {
        close(pipe_);
        close(answers_);
    }
    if (child_ > 0) {
        kill(child_, SIGKILL);
        wait_for_end();
    }
}

void IsolatedWork::go_on(std::span<const std::byte> words, int patience) {
    patience_ = patience;
    const std::uint64_t count = words.size();
    for (auto rest : {std::as_bytes(std::span(&count, 1)), words}) {
        while (!rest.empty()) {
            const ssize_t sent = ::send(answers_, rest.data(), rest.size(), MSG_NOSIGNAL);
            if (sent < 0 && errno != EINTR) {
                return;
            }
            rest = rest.subspan(static_cast<std::size_t>(std::max<ssize_t>(0, sent)));
        }
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
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (signal == SIGXCPU || signal == SIGKILL) {
        throw FileError(file_, fmt::format("is damaged: {} comes to no end with it", library_));
    }
    const std::string how = signal == 0 ? "" : fmt::format(" ({})", name_of_signal(signal));
    throw FileError(file_, fmt::format("is damaged: {} breaks down over it{}", library_, how));
}

// In steps of a second: a process that was stopped, and its parent with it, is not late.
void IsolatedWork::wait_for_bytes() {
    pollfd waited{pipe_, POLLIN, 0};
    for (int seconds = 0; patience_ > 0; ++seconds) {
        const int ready = ::poll(&waited, 1, 1000);
        if (ready > 0 || (ready < 0 && errno != EINTR)) {
            return;
        }
        if (seconds >= patience_) {
            throw FileError(file_, fmt::format("cannot be read: {} does not answer for {} s", library_, patience_));
        }
    }
}

void IsolatedWork::receive(void *to, std::size_t count) {
    auto *at = static_cast<char *>(to);
    if (pipe_ < 0) {
        if (count > kept_.size() - taken_) {
            throw FileError(file_, "truncated: the voxels end early");
        }
        std::memcpy(to, kept_.data() + taken_, count);
        taken_ += count;
        return;
    }
    while (count > 0) {
        wait_for_bytes();
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
