// Devices that are opened to draw the frames of a benchmark together.
#pragma once

#include "bench/bench.h"
#include "scene/device_team.h"

#include <memory>
#include <span>
#include <vector>

namespace voxmarch {

/// The team, with what it refers to.
struct OpenedTeam {
    std::vector<std::unique_ptr<Device>> devices;
    std::unique_ptr<SceneRenderer> first;
    std::unique_ptr<DeviceTeam> team;
};

/// The devices that --device names. @throws UsageError for several models: they do not draw the same frames
std::vector<int> equal_devices(const BenchOptions &options);

/// @param indices  of devices  @throws as DeviceTeam
OpenedTeam open_team(const BenchOptions &options, std::span<const int> indices,
                     const std::shared_ptr<SceneContent> &content);

} // namespace voxmarch
