// Volumes of the host that devices draw in bricks.
#pragma once

#include "renderer/device_volume.h"
#include "scene/scene_content.h"

#include <cstdint>
#include <memory>

namespace voxmarch {

/// The volume of `content`, which stays on the host, in bricks on a device.
/// @param slots  bricks that there is room for, at least two; 0: all
/// @throws as DeviceVolume
DeviceVolume in_bricks(Device &device, const std::shared_ptr<const SceneContent> &content, SamplingBackend backend,
                       std::uint64_t slots);

} // namespace voxmarch
