// Memory plans of the user's volume.
#include "app/cli/volume_plan.h"

#include "base/error.h"

#include <fmt/format.h>

namespace voxmarch {

MemoryPlan plan_volume(const VolumeOptions &options, const VolumeHeader &header, const DeviceInfo &device,
                       SamplingBackend backend, const RenderSettings &settings, const PlannedPicture &picture) {
    MemoryPlan plan = plan_memory(header, device, backend, settings, picture);
    if (!plan.fits && options.read.downsample > 1) {
        VolumeOptions whole = options;
        whole.read.downsample = 1;
        plan.downsample = plan_memory(read_header(whole), device, backend, settings, picture).downsample;
    }
    return plan;
}

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
