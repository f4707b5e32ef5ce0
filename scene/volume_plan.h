// Whether a volume fits on a device, from its header and the settings, before a voxel is read.
#pragma once

#include "renderer/memory_plan.h"
#include "volume/formats/read.h"

#include <string>

namespace voxmarch {

/// The plan for the volume as `read` reads it; MemoryPlan::downsample is the reduction of the whole volume that fits,
/// whatever reduction was asked for.
/// @param header  of the volume as `read` reads it
/// @throws as read_volume_header, for a reduced volume that does not fit
MemoryPlan plan_volume(const std::string &source, const ReadOptions &read, const VolumeHeader &header,
                       const DeviceInfo &device, SamplingBackend backend, const RenderSettings &settings,
                       const PlannedPicture &picture = {});

} // namespace voxmarch
