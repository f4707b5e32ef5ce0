// Opens the devices one after the other.
#include "bench/opened_team.h"

#include "base/error.h"
#include "device/equal_devices.h"

namespace voxmarch {

std::vector<int> equal_devices(const BenchOptions &options) {
    const std::vector<DeviceInfo> all = list_devices(options.opening);
    std::vector<int> indices = choose_devices(all, options.device, options.opening);
    std::vector<DeviceInfo> infos;
    for (const int index : indices) {
        infos.push_back(all[static_cast<std::size_t>(index)]);
    }
    if (const std::string models = several_models(infos); !models.empty()) {
        throw UsageError("devices of several models do not draw the same frames: " + models);
    }
    return indices;
}

OpenedTeam open_team(const BenchOptions &options, std::span<const int> indices,
                     const std::shared_ptr<SceneContent> &content) {
    OpenedTeam opened;
    std::vector<Device *> devices;
    for (const int index : indices) {
        opened.devices.push_back(std::make_unique<Device>(index, options.opening));
        devices.push_back(opened.devices.back().get());
    }
    opened.first = std::make_unique<SceneRenderer>(*devices.front(), content, options.backend);
    opened.team = std::make_unique<DeviceTeam>(*opened.first, devices);
    return opened;
}

} // namespace voxmarch
