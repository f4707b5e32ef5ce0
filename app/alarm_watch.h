// Watches a call of a program that has one thread so far: by the clock's signal.
#pragma once

#include "device/call_watch.h"

#include <csignal>

namespace voxmarch {

/// As long as it lives, the drivers are listed. What CallWatch, which has a thread, may not look at: some drivers set
/// environment variables then, which other threads read. One at a time; SIGALRM is its own.
class AlarmWatch {
public:
    /// After `notice` seconds it is told on stderr, after `timeout` the program ends with exit code 6 and says so;
    /// 0: it never does. Precondition: nothing half-written is there to be removed
    explicit AlarmWatch(const CallWatch::Times &times);
    ~AlarmWatch();
    AlarmWatch(const AlarmWatch &) = delete;
    AlarmWatch &operator=(const AlarmWatch &) = delete;

private:
    struct sigaction before_ {};
};

} // namespace voxmarch
