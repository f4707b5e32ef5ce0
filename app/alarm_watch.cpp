// The clock's signal, and what is said when it comes.
#include "app/alarm_watch.h"

#include "app/slow_call_words.h"

#include <cmath>
#include <ctime>
#include <fmt/format.h>
#include <string>
#include <sys/time.h>
#include <unistd.h>

namespace voxmarch {

namespace {

/// What the handler may read: made before the clock runs, as it may not make anything.
std::string notice_line, last_line;
double seconds_left = 0.0; ///< from the notice to the end; 0: there is none
volatile std::sig_atomic_t is_told = 0;

/// @param seconds  0: it does not run
void set_clock(double seconds) {
    itimerval clock{};
    clock.it_value.tv_sec = static_cast<std::time_t>(std::floor(seconds));
    clock.it_value.tv_usec = static_cast<suseconds_t>((seconds - std::floor(seconds)) * 1e6);
    ::setitimer(ITIMER_REAL, &clock, nullptr);
}

void write_line(const std::string &line) {
    if (::write(STDERR_FILENO, line.data(), line.size()) < 0) {
        return; // a stderr that cannot be written is nobody's business
    }
}

void take_signal(int) {
    constexpr int device = 6; // exit code
    if (is_told != 0) {
        write_line(last_line);
        ::_exit(device);
    }
    is_told = 1;
    write_line(notice_line);
    if (seconds_left > 0.0) {
        set_clock(seconds_left);
    }
}

} // namespace

AlarmWatch::AlarmWatch(const CallWatch::Times &times) {
    SlowCall call{"an OpenCL driver", "listing devices", "", times.notice};
    notice_line = fmt::format("voxmarch: waiting for {}: {}\n", call.device, words_of(call));
    call.seconds = times.timeout;
    last_line = fmt::format("voxmarch: {} does not answer: {}; wait longer with --device-timeout SECONDS, or let "
                            "OCL_ICD_VENDORS name another driver\n",
                            call.device, words_of(call));
    seconds_left = times.timeout > 0.0 ? std::fmax(times.timeout - times.notice, 1e-3) : 0.0;
    is_told = 0;
    struct sigaction action {};
    action.sa_handler = take_signal;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGALRM, &action, &before_);
    set_clock(std::fmax(times.notice, 1e-3));
}

AlarmWatch::~AlarmWatch() {
    set_clock(0.0);
    ::sigaction(SIGALRM, &before_, nullptr);
}

} // namespace voxmarch
