// Lets devices run kernels one after the other where the driver cannot do it at the same time.
#pragma once

#include <mutex>

namespace voxmarch {

/// One for each open device. Not copied, not moved.
class LaunchTurns {
public:
    /// @param needed  see Quirk::kernels_at_once
    explicit LaunchTurns(bool needed);
    ~LaunchTurns();
    LaunchTurns(const LaunchTurns &) = delete;
    LaunchTurns &operator=(const LaunchTurns &) = delete;

    /// To hold while a kernel is enqueued and until it has run; of no mutex where turns are not needed, or no other
    /// device that needs them is open in this process.
    [[nodiscard]] std::unique_lock<std::mutex> wait() const;

private:
    const bool needed_;
};

} // namespace voxmarch
