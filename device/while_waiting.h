// What a thread does while it waits for a driver: for threads with more to do than what they wait for.
#pragma once

#include <functional>

namespace voxmarch {

/// As long as one lives, waits of its thread for what a device runs, and calls that build kernels, do this work every
/// 10 ms, and end later by a twentieth of their time, or 10 ms. In the work waits are plain ones.
/// It does not throw. What it launches on the device that is waited for runs behind what that has to do.
class WhileWaiting {
public:
    /// @param work  empty: from now on waits are plain ones
    explicit WhileWaiting(std::function<void()> work);
    ~WhileWaiting();
    WhileWaiting(const WhileWaiting &) = delete;
    WhileWaiting &operator=(const WhileWaiting &) = delete;

    /// Whether this thread has such work.
    static bool is_wanted();

    /// Works until something holds. Precondition: is_wanted()
    static void until(const std::function<bool()> &holds);

    /// What a call into the driver gives, which another thread makes if there is work.
    static int during(const std::function<int()> &call);

private:
    std::function<void()> work_;
    WhileWaiting *before_;
};

} // namespace voxmarch
