// Words a memory plan that does not fit: what is short, and which options make it smaller.
#include "app/cli/volume_plan.h"

#include "app/remedy_text.h"

#include <fmt/format.h>

namespace voxmarch {

std::string advice(const MemoryPlan &plan) {
    return plan.downsample > 0 ? fmt::format("use --downsample {}", plan.downsample) : "no --downsample up to 64 helps";
}

std::string limit_text(const MemoryPlan &plan) { return command_line_text(Note(plan.limit, plan.advice)); }

void require_fit(const MemoryPlan &plan, const VolumeHeader &header, const DeviceInfo &device) {
    if (plan.fits) {
        return;
    }
    const auto &dims = header.grid.dims;
    throw MemoryError(fmt::format("{}: {}x{}x{} voxels of {} do not fit on {}: {}; {}", header.name, dims[0], dims[1],
                                  dims[2], name_of(header.type), device.name, limit_text(plan), advice(plan)));
}

} // namespace voxmarch
