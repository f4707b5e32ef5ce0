// Slices out of memory, and out of windows onto a source.
#include "isosurface/slab_voxels.h"

#include "isosurface/crossed_bricks.h"
#include "isosurface/device_field.h"

#include <algorithm>
#include <memory>

namespace voxmarch {

SliceReader WholeVoxels::reader(int, double) const {
    const auto bytes = volume_->bytes();
    const std::size_t slice = bytes.size() / static_cast<std::size_t>(header().grid.dims[2]);
    return [bytes, slice](int first, int count) {
        return bytes.subspan(static_cast<std::size_t>(first) * slice, static_cast<std::size_t>(count) * slice);
    };
}

SliceReader StreamedVoxels::reader(int slices, double isovalue) const {
    SliceReading reading;
    reading.bytes = &read_;
    if (const std::optional<BrickRanges> &ranges = source_->ranges(0); ranges.has_value()) {
        const auto bricks = std::make_shared<const CrossedBricks>(*ranges, field_of(header(), 1), isovalue);
        reading.stand_in = [bricks](const std::array<int, 3> &brick) { return bricks->stand_in(brick); };
    }
    const auto window =
        std::make_shared<SliceWindow>(*source_, window_slices(*source_, slices, bytes_), std::move(reading));
    return [window](int first, int count) { return window->slices(first, count); };
}

int StreamedVoxels::most_slices() const {
    const auto slices = static_cast<std::uint64_t>(header().grid.dims[2]);
    return static_cast<int>(std::min(slices, bytes_ / (header().byte_count() / slices)));
}

} // namespace voxmarch
