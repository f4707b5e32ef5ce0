// Cuts boxes out of volumes in memory.
#include "scene/brick_content.h"

#include "base/parallel.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace voxmarch {

namespace {

void copy_box(const Volume &volume, const VoxelBox &box, std::span<std::byte> voxels) {
    const std::size_t size = scalar_size(volume.type());
    const auto across = static_cast<std::size_t>(volume.grid().dims[0]);
    const auto down = static_cast<std::size_t>(volume.grid().dims[1]);
    const std::size_t row = static_cast<std::size_t>(box.high[0] - box.low[0]) * size;
    std::byte *to = voxels.data();
    for (int z = box.low[2]; z < box.high[2]; ++z) {
        for (int y = box.low[1]; y < box.high[1]; ++y, to += row) {
            const std::size_t place = (static_cast<std::size_t>(z) * down + static_cast<std::size_t>(y)) * across +
                                      static_cast<std::size_t>(box.low[0]);
            std::memcpy(to, volume.bytes().data() + place * size, row);
        }
    }
}

/// Of what each brick stores.
std::vector<ValueRange> ranges_of_bricks(const Volume &volume) {
    const std::array<int, 3> dims = volume.grid().dims, bricks = bricks_of(dims);
    std::vector<ValueRange> ranges(static_cast<std::size_t>(bricks[0]) * static_cast<std::size_t>(bricks[1]) *
                                   static_cast<std::size_t>(bricks[2]));
    on_all_cores(static_cast<int>(ranges.size()), [&](int number) {
        const VoxelBox box =
            stored_box(dims, {number % bricks[0], number / bricks[0] % bricks[1], number / (bricks[0] * bricks[1])});
        visit_scalar(volume.type(), [&](auto tag) {
            using T = decltype(tag);
            T low = std::numeric_limits<T>::max(), high = std::numeric_limits<T>::lowest();
            for (int z = box.low[2]; z < box.high[2]; ++z) {
                for (int y = box.low[1]; y < box.high[1]; ++y) {
                    const std::size_t row = (static_cast<std::size_t>(z) * static_cast<std::size_t>(dims[1]) +
                                             static_cast<std::size_t>(y)) *
                                            static_cast<std::size_t>(dims[0]);
                    for (const T value :
                         volume.voxels<T>().subspan(row + static_cast<std::size_t>(box.low[0]),
                                                    static_cast<std::size_t>(box.high[0] - box.low[0]))) {
                        low = std::min(low, value);
                        high = std::max(high, value);
                    }
                }
            }
            ranges[static_cast<std::size_t>(number)] = {static_cast<double>(low), static_cast<double>(high)};
        });
    });
    return ranges;
}

} // namespace

DeviceVolume in_bricks(Device &device, std::shared_ptr<const SceneContent> content, SamplingBackend backend,
                       std::uint64_t slots) {
    const Volume &volume = content->volume;
    const BrickVoxels voxels{
        volume.header(), volume.range(),
        [kept = content](const VoxelBox &box, std::span<std::byte> to) { copy_box(kept->volume, box, to); },
        slots > 0 ? ranges_of_bricks(volume) : std::vector<ValueRange>(), slots};
    return {device, voxels, backend};
}

} // namespace voxmarch
