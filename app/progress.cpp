// Messages and the progress line on stderr; Ctrl+C ends long work at its next report.
#include "app/progress.h"

#include "base/mapped_files.h"
#include "base/output_file.h"
#include "base/text.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <new>
#include <stop_token>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>

namespace voxmarch {

namespace {

volatile std::sig_atomic_t caught_signal = 0;

/// Whether the last line of the terminal is ours, to be wiped before anything else is said.
std::atomic<bool> line_shown = false;
static_assert(std::atomic<bool>::is_always_lock_free, "signal handlers read it");

/// The last words of an interrupted program.
std::atomic<const char *> farewell = "voxmarch: interrupted, nothing half-written is left\n";
static_assert(std::atomic<const char *>::is_always_lock_free);

/// Another program speaks for this one.
bool quiet = false;

/// Told what is said while quiet.
std::function<void(const std::string &)> &quiet_listener() {
    static std::function<void(const std::string &)> listener;
    return listener;
}

/// What was said last while quiet.
std::string &unsaid() {
    static std::string words;
    return words;
}

constexpr std::string_view wipe = "\r\033[K";

void clear_line() {
    if (line_shown.exchange(false)) {
        std::fputs(wipe.data(), stderr);
        std::fflush(stderr);
    }
}

/// How long work may take to end in order, e.g. to reach the end of a frame inside the driver.
constexpr unsigned grace_seconds = 1;

/// Runs inside signal handlers, so it may only make calls that POSIX allows there.
[[noreturn]] void leave_now(int signal) {
    remove_unfinished_files();
    if (line_shown) {
        static_cast<void>(!::write(STDERR_FILENO, wipe.data(), wipe.size()));
    }
    const std::string_view text = farewell.load();
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

/// Runs inside the handler: a page of a mapped file is gone. Another reason is left to the system.
void on_lost_page(int number, siginfo_t *information, void *) {
    const char *const file = mapped_file_at(information->si_addr);
    if (file == nullptr) {
        std::signal(number, SIG_DFL);
        std::raise(number);
        return;
    }
    remove_unfinished_files();
    for (const char *part : {line_shown ? wipe.data() : "", "voxmarch: ", file,
                             ": became shorter while it was read, or its disk fails\n"}) {
        if (!quiet) {
            static_cast<void>(!::write(STDERR_FILENO, part, std::strlen(part)));
        }
    }
    constexpr int input = 4; // exit code
    ::_exit(input);
}

/// What is shown of one long work: "WHAT: STAGE 42 %, 12 s", from half a second on. The seconds go on while nobody
/// calls.
class ProgressLine {
public:
    explicit ProgressLine(const std::string &what) : what_(text::printable(what, 150)) {}
    ~ProgressLine() {
        clock_.request_stop();
        clock_.join();
        clear_line();
    }
    ProgressLine(const ProgressLine &) = delete;
    ProgressLine &operator=(const ProgressLine &) = delete;

    /// @param share  of the stage, 0 .. 1; below 0: not known
    void set(const std::string &stage, double share) {
        const std::lock_guard lock(mutex_);
        stage_ = text::printable(stage, 100);
        share_ = share;
        if (share >= 1.0) {
            clear_line();
        }
    }

private:
    std::string what_, stage_;
    double share_ = -1.0;
    std::mutex mutex_; ///< of stage_, share_ and what the terminal shows
    std::condition_variable_any stopped_;
    std::jthread clock_{[this](const std::stop_token &stop) { show_on(stop); }}; ///< after all that it uses

    void show_on(const std::stop_token &stop) {
        const auto begin = std::chrono::steady_clock::now();
        auto pause = std::chrono::milliseconds(500);
        std::unique_lock lock(mutex_);
        while (!stopped_.wait_for(lock, stop, pause, [] { return false; }) && !stop.stop_requested()) {
            pause = std::chrono::milliseconds(200);
            if (share_ >= 1.0) {
                continue;
            }
            const auto seconds =
                std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begin);
            const std::string share =
                share_ < 0.0 ? "" : fmt::format(" {} %", static_cast<int>(100.0 * share_)); // 100 % is done
            std::fputs(
                fmt::format("\r{}{}{}{}, {} s\033[K", what_, stage_.empty() ? "" : ": ", stage_, share, seconds.count())
                    .c_str(),
                stderr);
            line_shown = true;
            std::fflush(stderr);
        }
    }
};

} // namespace

void catch_lost_pages() {
    struct sigaction action {};
    action.sa_sigaction = on_lost_page;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGBUS, &action, nullptr);
}

void catch_interrupts() {
    std::signal(SIGINT, on_interrupt);
    std::signal(SIGTERM, on_interrupt);
    std::signal(SIGALRM, on_grace_over);
    catch_lost_pages();
}

void forget_interrupts() {
    ::alarm(0);
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGTERM, SIG_IGN);
}

void end_interrupted(const Interrupted &stop) {
    ::alarm(0);
    std::fflush(stdout);
    leave_now(stop.signal);
}

void end_at_once(int code, const std::string &text) {
    remove_unfinished_files();
    clear_line();
    quiet = false; // there is no other chance to say it
    say(text);
    ::_exit(code);
}

void keep_quiet(std::function<void(const std::string &)> listener) {
    quiet_listener() = std::move(listener);
    quiet = true;
    farewell = "";
}

std::string last_words() { return unsaid(); }

void say_memory_is_out() noexcept {
    if (!quiet) {
        constexpr std::string_view line = "voxmarch: this machine has not enough memory\n";
        static_cast<void>(!::write(STDERR_FILENO, line.data(), line.size()));
    }
}

void say(const std::string &words) noexcept {
    constexpr std::size_t longest = 300 - std::char_traits<char>::length("voxmarch: ");
    try {
        const std::string text = text::printable(words, longest);
        if (quiet) {
            quiet_listener() ? quiet_listener()(text) : static_cast<void>(unsaid() = text);
            return;
        }
        std::fflush(stdout);
        clear_line();
        std::fputs("voxmarch: ", stderr);
        std::fputs(text.c_str(), stderr);
        std::fputc('\n', stderr);
    } catch (const std::bad_alloc &) {
        say_memory_is_out();
    }
}

void say_when_interrupted(const char *line) { farewell = quiet ? "" : line; }

void throw_if_interrupted() {
    if (caught_signal != 0) {
        throw Interrupted{caught_signal};
    }
}

bool shows_progress() { return !quiet && ::isatty(STDERR_FILENO) != 0; }

std::function<void(const std::string &, double)> stage_line(const std::string &what) {
    if (!shows_progress()) {
        return [](const std::string &, double) { throw_if_interrupted(); };
    }
    return [line = std::make_shared<ProgressLine>(what)](const std::string &stage, double share) {
        throw_if_interrupted();
        line->set(stage, share);
    };
}

std::function<void(double)> progress_line(const std::string &what) {
    return [line = stage_line(what)](double share) { line("", share); };
}

} // namespace voxmarch
