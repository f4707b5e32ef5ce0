// Cuts boxes out of volumes in memory, or reads them from their source.
#include "scene/brick_content.h"

#include "base/host_memory.h"
#include "base/parallel.h"
#include "volume/bricks/large_volume.h"
#include "volume/bricks/stored_bricks.h"
#include "volume/bricks/value_blocks.h"

#include <algorithm>
#include <utility>

namespace voxmarch {

namespace {

/// Bytes of unpacked chunks that stay in memory: an eighth of it within these bounds.
constexpr std::uint64_t least_unpacked = std::uint64_t{256} << 20, most_unpacked = std::uint64_t{8} << 30;

/// Bytes of bricks that stay in pinned memory: a sixteenth of the host's, no more than this.
constexpr std::uint64_t most_pinned = std::uint64_t{4} << 30;

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

/// Of what each brick stores, at least: bricks and those around them, one axis after the other.
/// @param own  of bricks of voxels; those of a last voxel alone have no cells, and are stored by the ones before
std::vector<ValueRange> ranges_around(const std::array<int, 3> &dims, std::vector<ValueRange> own) {
    const auto voxel_bricks = [&](std::size_t axis) {
        return static_cast<std::size_t>((dims[axis] - 1) / source_brick_edge + 1);
    };
    const std::array<std::size_t, 3> owners{voxel_bricks(0), voxel_bricks(1), voxel_bricks(2)};
    std::size_t stride = 1;
    for (const std::size_t count : owners) {
        const std::vector<ValueRange> before = own;
        on_all_cores(static_cast<int>(owners[2]), [&](int slice) {
            const std::size_t size = owners[0] * owners[1], first = static_cast<std::size_t>(slice) * size;
            for (std::size_t i = first; i < first + size; ++i) {
                const std::size_t at = i / stride % count;
                for (const std::size_t other : {at > 0 ? i - stride : i, at + 1 < count ? i + stride : i}) {
                    own[i] = {std::min(own[i].min, before[other].min), std::max(own[i].max, before[other].max)};
                }
            }
        });
        stride *= count;
    }
    std::vector<ValueRange> ranges;
    const std::array<int, 3> along = bricks_along(dims);
    for (std::size_t z = 0; z < static_cast<std::size_t>(along[2]); ++z) {
        for (std::size_t y = 0; y < static_cast<std::size_t>(along[1]); ++y) {
            const auto row = own.begin() + static_cast<std::ptrdiff_t>((z * owners[1] + y) * owners[0]);
            ranges.insert(ranges.end(), row, row + along[0]);
        }
    }
    return ranges;
}

std::vector<ValueRange> ranges_of(const Volume &volume) {
    if (!volume.large()) {
        return ranges_of_bricks(volume);
    }
    const std::vector<ValueRange> &own = volume.large()->brick_ranges;
    return own.empty() ? own : ranges_around(volume.grid().dims, own);
}

DeviceVolume in_bricks(Device &device, const std::shared_ptr<const SceneContent> &content, SamplingBackend backend,
                       std::uint64_t slots, const std::function<void(std::uint64_t bytes)> &before_read) {
    const Volume &volume = content->volume;
    if (volume.large()) { // bricks come in shells around the eye: a brick shares chunks with those of the shell before
        volume.large()->source->keep_unpacked(std::clamp(host_memory() / 8, least_unpacked, most_unpacked));
    }
    const bool all_come = slots == 0 || slots >= brick_count(volume.grid().dims);
    const auto read = [kept = content, before_read](const VoxelBox &box, std::span<std::byte> to) {
        if (before_read) {
            before_read(to.size());
        }
        const LargeVolume *const large = kept->volume.large();
        large ? large->source->read(0, box, to) : read_box(kept->volume, box, to);
    };
    const BrickVoxels voxels{volume.header(),
                             volume.limits(),
                             read,
                             all_come ? std::vector<ValueRange>() : ranges_of(volume),
                             slots,
                             std::min(host_memory() / 16, most_pinned)};
    return {device, voxels, backend};
}

} // namespace voxmarch
