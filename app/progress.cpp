// Messages, progress and interruption.
#include "app/progress.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <unistd.h>

namespace voxmarch {

namespace {

volatile std::sig_atomic_t caught_signal = 0;

void on_interrupt(int signal) {
    caught_signal = signal;
    std::signal(signal, SIG_DFL);
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
