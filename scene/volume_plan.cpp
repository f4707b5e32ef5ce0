// Memory plans of volumes that may be reduced.
#include "scene/volume_plan.h"

namespace voxmarch {

MemoryPlan plan_volume(const std::string &source, const ReadOptions &read, const VolumeHeader &header,
                       const DeviceInfo &device, SamplingBackend backend, const RenderSettings &settings,
                       const PlannedPicture &picture) {
    MemoryPlan plan = plan_memory(header, device, backend, settings, picture);
    if (!plan.fits && read.downsample > 1) {
        ReadOptions whole = read;
        whole.downsample = 1;
        plan.downsample = plan_memory(read_volume_header(source, whole), device, backend, settings, picture).downsample;
    }
    return plan;
}

} // namespace voxmarch
