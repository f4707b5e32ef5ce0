// Uploads before counting, or counts before uploading.
#include "scene/counted_volume.h"

#include <utility>

namespace voxmarch {

CountedVolume counted_volume(LoadedVoxels loaded, const ReadOptions &options, Device &device, SamplingBackend backend,
                             std::optional<bool> on_device) {
    const bool wanted = on_device.value_or(device.info().kind == DeviceKind::gpu);
    if (!wanted || options.downsample > 1 || loaded.header.type == ScalarType::f32) {
        return {volume_of(std::move(loaded), options), {}};
    }
    DeviceVolume uploaded(device, loaded.header, loaded.voxels->bytes(), backend);
    Volume volume = volume_of(std::move(loaded), options, uploaded.value_counts());
    return {std::move(volume), std::move(uploaded)};
}

} // namespace voxmarch
