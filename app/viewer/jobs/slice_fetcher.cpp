// Reads slices in the order of their axes.
#include "app/viewer/jobs/slice_fetcher.h"

#include "volume/bricks/large_volume.h"

namespace voxmarch {

ReadSlices read_slices(const SliceOrder &order, const std::function<void(double)> &progress) {
    const BrickSource &source = *order.loaded->volume.large()->source;
    ReadSlices read{order, {}, {}};
    if (order.at) {
        read.value = read_value(source, *order.at);
    }
    for (int normal = 0; normal < 3; ++normal) {
        if (progress) {
            progress(0.0); // ends here, if it was cancelled
        }
        if (order.wanted[static_cast<std::size_t>(normal)]) {
            read.slices.push_back(read_slice(source, normal, order.voxel[normal], order.pixels));
        }
    }
    return read;
}

void SliceFetcher::start(const SliceOrder &order) {
    BackgroundJob::start(order.loaded->volume.header().name,
                         [order](const Progress &progress) { return read_slices(order, progress); });
}

} // namespace voxmarch
