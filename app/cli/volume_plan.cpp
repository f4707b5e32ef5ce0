// Words for memory plans.
#include "app/cli/volume_plan.h"

#include "base/error.h"

#include <fmt/format.h>

namespace voxmarch {

std::string advice(const MemoryPlan &plan) {
    return plan.downsample > 0 ? fmt::format("use --downsample {}", plan.downsample) : "no --downsample up to 64 helps";
}

void require_fit(const MemoryPlan &plan, const VolumeHeader &header, const DeviceInfo &device) {
    if (plan.fits) {
        return;
    }
    const auto &dims = header.grid.dims;
    throw MemoryError(fmt::format("{}: {}x{}x{} voxels of {} do not fit on {}: {}; {}", header.name, dims[0], dims[1],
                                  dims[2], name_of(header.type), device.name, plan.limit, advice(plan)));
}

} // namespace voxmarch
