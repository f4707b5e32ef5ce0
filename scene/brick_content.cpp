// Cuts boxes out of volumes in memory.
#include "scene/brick_content.h"

#include <cstring>
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

} // namespace

DeviceVolume in_bricks(Device &device, std::shared_ptr<const SceneContent> content, SamplingBackend backend,
                       std::uint64_t slots) {
    const Volume &volume = content->volume;
    const BrickVoxels voxels{volume.header(), volume.range(),
                             [kept = content](const VoxelBox &box, std::span<std::byte> to) {
                                 copy_box(kept->volume, box, to);
                             },
                             slots};
    return {device, voxels, backend};
}

} // namespace voxmarch
