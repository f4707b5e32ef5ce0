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
std::vector<ValueRange> ranges_of_bricks(const Volume &volume, BrickSize size) {
    const std::array<int, 3> &dims = volume.grid().dims;
    std::vector<ValueRange> ranges(brick_count(dims, size));
    on_all_cores(static_cast<int>(ranges.size()), [&](int number) {
        ranges[static_cast<std::size_t>(number)] =
            range_in(volume, stored_box(dims, place_in(bricks_along(dims, size), number), size));
    });
    return ranges;
}

} // namespace

std::vector<ValueRange> ranges_around(const std::array<int, 3> &dims, std::vector<ValueRange> own, BrickSize size) {
    constexpr double none = std::numeric_limits<double>::infinity();
    const std::array<int, 3> along = bricks_along(dims, size);
    std::array<std::size_t, 3> count{}; // along each axis, of what `own` is of
    std::ranges::transform(dims, count.begin(),
                           [](int edge) { return std::size_t((edge - 1) / source_brick_edge + 1); });
    std::size_t stride = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) { // one after the other, from the source's bricks to the renderer's
        const auto here = count[axis], there = static_cast<std::size_t>(along[axis]);
        const std::size_t rows = own.size() / (stride * here);
        std::vector<ValueRange> next(rows * there * stride, {none, -none});
        const auto fill = [&](std::size_t row, int brick) {
            const int first = brick * size.edge - BRICK_APRON, last = first + size.stored() - 1;
            const int low = std::max(first, 0) / source_brick_edge,
                      high = std::min(last, dims[axis] - 1) / source_brick_edge;
            ValueRange *const to = &next[(row * there + std::size_t(brick)) * stride];
            for (int other = low; other <= high; ++other) {
                const ValueRange *const from = &own[(row * here + std::size_t(other)) * stride];
                for (std::size_t i = 0; i < stride; ++i) {
                    to[i] = {std::min(to[i].min, from[i].min), std::max(to[i].max, from[i].max)};
                }
            }
        };
        const bool by_rows = rows >= there;
        on_all_cores(static_cast<int>(by_rows ? rows : there), [&](int number) {
            for (int i = 0; i < static_cast<int>(by_rows ? there : rows); ++i) {
                by_rows ? fill(std::size_t(number), i) : fill(std::size_t(i), number);
            }
        });
        own = std::move(next);
        stride *= there;
    }
    return own;
}

std::vector<ValueRange> ranges_of(const Volume &volume, BrickSize size) {
    if (!volume.large()) {
        return ranges_of_bricks(volume, size);
    }
    const std::vector<ValueRange> &own = volume.large()->brick_ranges;
    return own.empty() ? own : ranges_around(volume.grid().dims, own, size);
}

DeviceVolume in_bricks(Device &device, const std::shared_ptr<const SceneContent> &content, SamplingBackend backend,
                       std::uint64_t slots, BrickSize size,
                       const std::function<void(std::uint64_t bytes)> &before_read) {
    const Volume &volume = content->volume;
    if (volume.large()) { // bricks come in shells around the eye: a brick shares chunks with those of the shell before
        volume.large()->source->keep_unpacked(std::clamp(host_memory() / 8, least_unpacked, most_unpacked));
    }
    const bool all_come = slots == 0 || slots >= brick_count(volume.grid().dims, size);
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
                             all_come ? std::vector<ValueRange>() : ranges_of(volume, size),
                             slots,
                             size,
                             std::min(host_memory() / 16, most_pinned)};
    return {device, voxels, backend};
}

} // namespace voxmarch
