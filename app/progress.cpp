// Messages, progress and interruption.
#include "app/progress.h"

#include "volume/output_file.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <string_view>
#include <unistd.h>

namespace voxmarch {

namespace {

volatile std::sig_atomic_t caught_signal = 0;

/// How long work may take to end in order, e.g. to reach the end of a frame inside the driver.
constexpr unsigned grace_seconds = 1;

/// Runs inside signal handlers, so it may only make calls that POSIX allows there.
[[noreturn]] void leave_now(int signal) {
    remove_unfinished_files();
    constexpr std::string_view text = "voxmarch: interrupted, nothing half-written is left\n";
    static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
    ::_exit(128 + signal);
}

void on_grace_over(int) { leave_now(caught_signal); }

void on_interrupt(int signal) {
    if (caught_signal != 0) {
        leave_now(signal);
    }
    caught_signal = signal;
    ::alarm(grace_seconds);
}

/// What is shown of one long work.
class ProgressLine {
public:
    explicit ProgressLine(std::string what) : what_(std::move(what)) {}
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine &) = delete;
    ProgressLine &operator=(const ProgressLine &) = delete;

    void show(double share) {
        const std::lock_guard lock(mutex_);
        const auto now = std::chrono::steady_clock::now();
        if (share >= 1.0) {
            clear();
        } else if (now - last_ > std::chrono::milliseconds(100)) {
            std::fputs(fmt::format("\r{} {:3.0f} %", what_, 100.0 * share).c_str(), stderr);
            std::fflush(stderr);
            last_ = now;
            shown_ = true;
        }
    }

private:
    std::string what_;
    std::mutex mutex_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    bool shown_ = false;

    void clear() {
        if (shown_) {
            std::fputs("\r\033[K", stderr);
            std::fflush(stderr);
            shown_ = false;
        }
    }
};

} // namespace

void catch_interrupts() {
    std::signal(SIGINT, on_interrupt);
    std::signal(SIGTERM, on_interrupt);
    std::signal(SIGALRM, on_grace_over);
}

void end_interrupted(const Interrupted &stop) {
    ::alarm(0);
    std::fflush(stdout);
    leave_now(stop.signal);
}

void say(const std::string &text) noexcept {
    std::fflush(stdout);
    std::fputs("voxmarch: ", stderr);
    std::fputs(text.c_str(), stderr);
    std::fputc('\n', stderr);
}

void throw_if_interrupted() {
    if (caught_signal != 0) {
        throw Interrupted{caught_signal};
    }
}

std::function<void(double)> progress_line(const std::string &what) {
    if (::isatty(STDERR_FILENO) == 0) {
        return [](double) { throw_if_interrupted(); };
    }
    return [line = std::make_shared<ProgressLine>(what)](double share) {
        throw_if_interrupted();
        line->show(share);
    };
}

} // namespace voxmarch
