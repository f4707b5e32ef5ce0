// --device-timeout: what is said, and when the program ends, where a driver does not come back.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace voxmarch {

/// How long a call into a driver may take.
struct DeviceTimeout {
    /// Of commands and of the viewer, in seconds; 0: as long as it takes. Range [0, 1e6]
    double command = 120.0, viewer = 20.0;

    /// Adds the option to all commands that look for devices. Lives as long as `app`.
    void add_to(CLI::App &app);

    /// From now on a call that takes 10 s, or half of the time that it may take, is told of, and the program ends with
    /// exit code 6 where one takes longer than it may: no thread can leave a driver that does not come back. The
    /// viewer, whose end would take along what is not saved, looks for itself (CallWatch::slowest()) and asks; before
    /// it has a window, drivers that do not tell their devices in time end it as well.
    /// @param name  of the command
    void watch(const std::string &name) const;
};

} // namespace voxmarch
