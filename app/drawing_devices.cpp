// Devices of one model only, unless the user allows others.
#include "app/drawing_devices.h"

#include "app/environment.h"
#include "device/equal_devices.h"

#include <utility>

namespace voxmarch {

DrawingDevices open_drawing_devices(const std::string &selector, bool allow_mixed) {
    const DeviceOptions options = environment_options();
    const std::vector<DeviceInfo> all = list_devices(options);
    const std::vector<int> chosen = choose_devices(all, selector, options);
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
    devices.first = std::make_unique<Device>(chosen.front(), options);
    for (std::size_t i = 1; i < chosen.size(); ++i) {
        devices.others.push_back(std::make_unique<Device>(chosen[i], options));
    }
    return devices;
}

} // namespace voxmarch
