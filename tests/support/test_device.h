// The device of a test process, chosen and cached as the environment says.
#pragma once

#include "app/environment.h"
#include "device/device.h"

namespace voxmarch {

inline const bool drivers_are_prepared = (prepare_drivers(), true);

/// Opened once per process: on the CPU drivers opening and building take most of a test's time. Never closed, because
/// some drivers are gone by the time static objects are destroyed.
inline Device &test_device() {
    static auto *const device = [] {
        DeviceOptions options = environment_options();
        options.check_arguments = true;
        return new Device("", std::move(options));
    }();
    return *device;
}

} // namespace voxmarch
