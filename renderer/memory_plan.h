// How much device memory a volume will take, from its header alone, and which reduction makes it fit.
#pragma once

#include "device/device_info.h"
#include "renderer/settings.h"
#include "volume/volume.h"

#include <array>
#include <string>
#include <vector>

namespace voxmarch {

struct MemoryPlanItem {
    std::string name;          ///< "scalar", "colour+opacity", "normals", "octree", "picture", ...
    std::uint64_t bytes = 0;   ///< on the device, all its allocations together
    std::uint64_t largest = 0; ///< bytes of its largest allocation
    std::string when;          ///< what asks for it: "always", "pre-classified", "phong shading", ...
};

struct MemoryPlan {
    std::vector<MemoryPlanItem> items;
    std::uint64_t total = 0; ///< all items together
    bool fits = true;
    std::string limit;          ///< which limit does not hold, empty if all hold
    std::vector<Advice> advice; ///< what helps against it beside a smaller volume
    int downsample = 1;         ///< smallest factor that fits; 1 if it fits as it is, 0 if none up to 64 does
};

/// The picture that is planned for; as large as `voxmarch render` draws without --size.
struct PlannedPicture {
    int width = 1024, height = 768;
    bool counting = false;                ///< a counting pass comes after it
    int channels = 1;                     ///< drawn together, each as large as the header says
    std::vector<std::uint64_t> volumes{}; ///< bytes of the voxels of each, if they have grids of their own, and the
                                          ///< header that of all
};

/// What samples a volume if nobody chooses: what the device's probe recommends, but buffers where the volume is longer
/// than the device's 3D images may be.
SamplingBackend backend_for(const DeviceInfo &device, const std::array<int, 3> &dims);

/// Where normals come from if nobody chooses: stored ones are the fastest for every size of volume that was measured,
/// but take four bytes a voxel. Where that is more than a quarter of the device's memory they are made on the fly.
Gradient gradient_for(const DeviceInfo &device, const std::array<int, 3> &dims);

/// Plans for what these settings use: the normals of a frame without shading, for example, are not in the plan.
/// Cost: arithmetic only.
MemoryPlan plan_memory(const VolumeHeader &header, const DeviceInfo &device, SamplingBackend backend,
                       const RenderSettings &settings, const PlannedPicture &picture = {});

} // namespace voxmarch
