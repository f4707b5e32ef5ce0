// Volumes of the host that devices draw in bricks.
#pragma once

#include "renderer/device_volume.h"
#include "scene/scene_content.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace voxmarch {

/// The volume of `content`, which stays on the host, in bricks on a device.
/// @param slots        bricks that there is room for, at least two; 0: all
/// @param size         of bricks
/// @param before_read  called before a box of so many bytes is read, by several threads at a time; what it throws ends
///                     the reading. Empty: nobody wants to know
/// @throws as DeviceVolume
DeviceVolume in_bricks(Device &device, const std::shared_ptr<const SceneContent> &content, SamplingBackend backend,
                       std::uint64_t slots, BrickSize size = {},
                       const std::function<void(std::uint64_t bytes)> &before_read = {});

/// Ranges of what each brick stores, at least, from those of bricks of voxels of a source (BrickRanges), x fastest.
std::vector<ValueRange> ranges_around(const std::array<int, 3> &dims, std::vector<ValueRange> own, BrickSize size);

} // namespace voxmarch
