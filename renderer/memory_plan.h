// How much device memory a volume will take, from its header alone, and which reduction makes it fit.
#pragma once

#include "device/device_info.h"
#include "volume/volume.h"

#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

struct MemoryPlanItem {
    std::string name;        ///< "scalar", "colour+opacity", "normals", "octree", "frame"
    std::uint64_t bytes = 0; ///< on the device
    std::string when;        ///< "always", "pre-classified", "phong shading", ...
};

struct MemoryPlan {
    std::vector<MemoryPlanItem> items;
    std::uint64_t total = 0; ///< all items together
    bool fits = true;
    std::string limit;  ///< which limit does not hold, empty if all hold
    int downsample = 1; ///< smallest factor that fits; 1 if it fits as it is, 0 if none up to 64 does
};

/// Cost: arithmetic only.
MemoryPlan plan_memory(const VolumeHeader &header, const DeviceInfo &device, SamplingBackend backend, int width = 1920,
                       int height = 1080);

} // namespace voxmarch
