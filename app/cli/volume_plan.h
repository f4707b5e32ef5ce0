// What the user can do about a volume that does not fit on a device.
#pragma once

#include "renderer/memory_plan.h"

#include <string>

namespace voxmarch {

/// "use --downsample 3". Precondition: the plan does not fit.
std::string advice(const MemoryPlan &plan);

/// What does not fit, and what helps beside a smaller volume.
std::string limit_text(const MemoryPlan &plan);

/// @throws MemoryError naming volume, size, limit and the reduction that helps, if the plan does not fit
void require_fit(const MemoryPlan &plan, const VolumeHeader &header, const DeviceInfo &device);

} // namespace voxmarch
