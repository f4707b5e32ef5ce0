// Whether a volume fits on a device, from its header and the user's settings, before a voxel is read.
#pragma once

#include "app/cli/volume_options.h"
#include "renderer/memory_plan.h"

namespace voxmarch {

/// The plan for the volume as these options read it; MemoryPlan::downsample is the factor to give to --downsample,
/// whatever was given now.
/// @param header  read_header(options)
/// @throws as read_header
MemoryPlan plan_volume(const VolumeOptions &options, const VolumeHeader &header, const DeviceInfo &device,
                       SamplingBackend backend, const RenderSettings &settings, const PlannedPicture &picture = {});

/// "use --downsample 3". Precondition: the plan does not fit.
std::string advice(const MemoryPlan &plan);

/// @throws MemoryError naming volume, size, limit and the reduction that helps, if the plan does not fit
void require_fit(const MemoryPlan &plan, const VolumeHeader &header, const DeviceInfo &device);

} // namespace voxmarch
