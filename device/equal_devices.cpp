// Compares what drivers tell of devices.
#include "device/equal_devices.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

bool same_model(const DeviceInfo &a, const DeviceInfo &b) {
    return a.name == b.name && a.platform == b.platform && a.version == b.version && a.driver == b.driver;
}

namespace {

bool all_equal(std::span<const DeviceInfo> devices) {
    return std::all_of(devices.begin(), devices.end(),
                       [&](const DeviceInfo &device) { return same_model(device, devices.front()); });
}

} // namespace

std::string several_models(std::span<const DeviceInfo> devices) {
    std::string names;
    for (const DeviceInfo &device : devices) {
        names += fmt::format("{}{} '{}'", names.empty() ? "" : ", ", device.index, device.name);
    }
    return all_equal(devices) ? "" : names;
}

std::string names_together(std::span<const DeviceInfo> devices) {
    if (devices.size() > 1 && all_equal(devices)) {
        return fmt::format("{} x {}", devices.size(), devices.front().name);
    }
    std::string names;
    for (const DeviceInfo &device : devices) {
        names += (names.empty() ? "" : " + ") + device.name;
    }
    return names;
}

std::vector<int> choose_in_turn(const std::vector<DeviceInfo> &devices, const std::string &selector,
                                const DeviceOptions &options, int turn) {
    const std::vector<int> chosen = choose_devices(devices, selector, options);
    if (!selector.empty() || !options.default_device.empty()) {
        return chosen;
    }
    const DeviceInfo &usual = devices[static_cast<std::size_t>(chosen.front())];
    std::vector<int> equal;
    for (const DeviceInfo &device : devices) {
        if (same_model(device, usual)) {
            equal.push_back(device.index);
        }
    }
    return {equal[static_cast<std::size_t>(turn) % equal.size()]};
}

} // namespace voxmarch
