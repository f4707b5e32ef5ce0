// Cuts boxes out of volumes in memory.
#include "scene/brick_content.h"

#include "base/parallel.h"
#include "volume/bricks/box_copy.h"
#include "volume/bricks/stored_bricks.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace voxmarch {

namespace {

ValueRange range_in(const Volume &volume, const VoxelBox &box) {
    return visit_scalar(volume.type(), [&](auto tag) {
        using T = decltype(tag);
        T low = std::numeric_limits<T>::max(), high = std::numeric_limits<T>::lowest();
        for_each_run(box, volume.grid().dims, [&](std::uint64_t voxel, std::uint64_t count, std::uint64_t) {
            for (const T value : volume.voxels<T>().subspan(voxel, count)) { // std::minmax_element makes no vectors
                low = std::min(low, value);
                high = std::max(high, value);
            }
        });
        return ValueRange{static_cast<double>(low), static_cast<double>(high)};
    });
}

/// Of what each brick stores.
std::vector<ValueRange> ranges_of_bricks(const Volume &volume) {
    const std::array<int, 3> &dims = volume.grid().dims;
    std::vector<ValueRange> ranges(brick_count(dims));
    on_all_cores(static_cast<int>(ranges.size()), [&](int number) {
        ranges[static_cast<std::size_t>(number)] =
            range_in(volume, stored_box(dims, place_in(bricks_along(dims), number)));
    });
    return ranges;
}

} // namespace

DeviceVolume in_bricks(Device &device, std::shared_ptr<const SceneContent> content, SamplingBackend backend,
                       std::uint64_t slots) {
    const Volume &volume = content->volume;
    const bool all_come = slots == 0 || slots >= brick_count(volume.grid().dims);
    const BrickVoxels voxels{
        volume.header(), volume.range(),
        [kept = content](const VoxelBox &box, std::span<std::byte> to) { read_box(kept->volume, box, to); },
        all_come ? std::vector<ValueRange>() : ranges_of_bricks(volume), slots};
    return {device, voxels, backend};
}

} // namespace voxmarch
