// Devices of one model only, unless the user allows others.
#include "app/drawing_devices.h"

#include "app/environment.h"
#include "app/phase_timer.h"
#include "device/equal_devices.h"

namespace voxmarch {

std::vector<Device *> DrawingDevices::all() const {
    std::vector<Device *> devices;
    for (const auto &device : opened) {
        devices.push_back(device.get());
    }
    return devices;
}

std::unique_ptr<Device> open_device(const std::string &selector) {
    PhaseTimer phase("open device");
    auto device = std::make_unique<Device>(selector, environment_options());
    phase.set_detail(device->info().name);
    return device;
}

DrawingDevices open_drawing_devices(const std::string &selector, bool allow_mixed, int turn) {
    const DeviceOptions options = environment_options();
    const std::vector<DeviceInfo> all = list_devices(options);
    const std::vector<int> chosen = choose_in_turn(all, selector, options, turn);
    std::vector<DeviceInfo> infos;
    for (const int index : chosen) {
        infos.push_back(all[static_cast<std::size_t>(index)]);
    }
    DrawingDevices devices;
    devices.models = several_models(infos);
    if (!devices.models.empty() && !allow_mixed) {
        throw UsageError("--device names devices of several models (" + devices.models +
                         "), whose pictures may differ by 1/255: name equal ones, or give --allow-mixed");
    }
    for (const int index : chosen) {
        devices.opened.push_back(std::make_unique<Device>(index, options));
    }
    return devices;
}

} // namespace voxmarch
