// Thinning on a thread of its own.
#include "app/viewer/jobs/skeleton_maker.h"

#include "app/drawing_devices.h"
#include "app/viewer/panels/number_text.h"
#include "base/error.h"
#include "skeleton/graph_file.h"
#include "skeleton/thinner.h"
#include "volume/bricks/large_volume.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr double reading_share = 0.1, thinned_share = 0.8; ///< of the work, when they end

/// @throws UsageError where the isovalue leaves nothing, or everything
BitVolume object_of(const SkeletonOrder &order, const Volume &volume, const SkeletonMaker::Progress &progress) {
    const LargeVolume *const large = volume.large();
    SlabReading reading;
    reading.progress = [&progress](double share) { progress(reading_share * share); };
    BitVolume object = large ? object_of(*large->source, order.isovalue.value, false, reading)
                             : object_of(volume, order.isovalue.value);
    const std::uint64_t voxels = object.count();
    if (voxels == 0 || voxels == volume.grid().voxel_count()) {
        throw UsageError(fmt::format("{} leaves no {} to thin: choose another isovalue",
                                     value_text(order.isovalue.value, volume.type()),
                                     voxels == 0 ? "object" : "background"));
    }
    return object;
}

SkeletonSummary make(const std::string &selector, const SkeletonOrder &order, const SkeletonMaker::Progress &progress) {
    const Volume &volume = channel_of(*order.loaded, static_cast<std::size_t>(order.isovalue.channel));
    const BitVolume object = object_of(order, volume, progress);
    progress(reading_share);
    const DrawingDevices devices = open_drawing_devices(selector, true);
    Thinner thinner(devices.first());
    thinner.upload(object);
    ThinningSettings settings;
    settings.progress = [&progress](double share) {
        progress(reading_share + (thinned_share - reading_share) * share);
    };
    (void)thinner.thin(settings);
    BitVolume skeleton = object;
    thinner.download(skeleton);
    progress(thinned_share);
    const SkeletonGraph graph = graph_of(skeleton, object, volume.grid());
    progress(0.95);
    write_skeleton(graph, volume.grid(), order.file);
    return summarise(graph);
}

} // namespace

void SkeletonMaker::start(const SkeletonOrder &order) {
    BackgroundJob::start(order.file.string(), [selector = selector_, order](const Progress &progress) {
        return make(selector, order, progress);
    });
}

} // namespace voxmarch
