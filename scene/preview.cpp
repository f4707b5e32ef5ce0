// Previews: voxels left out, read of a coarser level, or averaged.
#include "scene/preview.h"

#include "base/parallel.h"
#include "volume/bricks/large_volume.h"
#include "volume/bricks/stored_bricks.h"
#include "volume/downsample.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace voxmarch {

namespace {

std::uint64_t voxels_of(const std::array<int, 3> &dims, int step = 1) {
    std::uint64_t voxels = 1;
    for (const int edge : dims) {
        voxels *= static_cast<std::uint64_t>((edge - 1) / step + 1);
    }
    return voxels;
}

VolumeHeader header_on(const VolumeHeader &of, const Grid &grid) {
    VolumeHeader header = of;
    header.grid = grid;
    header.notes.clear();
    return header;
}

Volume read_level(const BrickSource &source, int level, const std::function<void(double)> &progress) {
    const Grid grid = source.grid(level);
    const std::size_t size = scalar_size(source.header().type);
    std::vector<std::byte> voxels(grid.voxel_count() * size);
    const auto width = static_cast<std::size_t>(grid.dims[0]), height = static_cast<std::size_t>(grid.dims[1]);
    for_each_box(
        grid.dims, source.read_size(level),
        [&](const VoxelBox &box) {
            std::vector<std::byte> part(box.voxel_count() * size);
            source.read(level, box, part);
            const std::size_t row = static_cast<std::size_t>(box.length(0)) * size;
            const std::byte *from = part.data();
            for (int z = box.low[2]; z < box.high[2]; ++z) {
                for (int y = box.low[1]; y < box.high[1]; ++y, from += row) {
                    const std::size_t line = static_cast<std::size_t>(z) * height + static_cast<std::size_t>(y);
                    std::copy_n(from, row,
                                voxels.data() + (line * width + static_cast<std::size_t>(box.low[0])) * size);
                }
            }
        },
        progress);
    return {header_on(source.header(), grid), std::move(voxels)};
}

} // namespace

Volume quick_preview(const Volume &volume, std::uint64_t most_voxels) {
    const Volume &full = volume.sample();
    const std::array<int, 3> &dims = full.grid().dims;
    const int longest = std::max({dims[0], dims[1], dims[2]});
    int step = 1;
    while (voxels_of(dims, step) > most_voxels && step < longest) {
        ++step;
    }
    Grid grid = full.grid();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        grid.dims[axis] = (dims[axis] - 1) / step + 1;
    }
    grid.spacing *= step;
    const std::size_t size = scalar_size(full.type()), nth = static_cast<std::size_t>(step);
    const auto across = static_cast<std::size_t>(grid.dims[0]), down = static_cast<std::size_t>(grid.dims[1]);
    const auto width = static_cast<std::size_t>(dims[0]), height = static_cast<std::size_t>(dims[1]);
    std::vector<std::byte> voxels(grid.voxel_count() * size);
    const std::span<const std::byte> all = full.bytes();
    on_all_cores(grid.dims[2], [&](int slice) {
        const auto z = static_cast<std::size_t>(slice);
        for (std::size_t y = 0; y < down; ++y) {
            const std::byte *const row = all.data() + (z * nth * height + y * nth) * width * size;
            for (std::size_t x = 0; x < across; ++x) {
                std::copy_n(row + x * nth * size, size, voxels.data() + ((z * down + y) * across + x) * size);
            }
        }
    });
    return {header_on(full.header(), grid), std::move(voxels)};
}

std::optional<Volume> fine_preview(const Volume &volume, std::uint64_t most_voxels, const Grid &than,
                                   const std::function<void(double)> &progress) {
    if (const LargeVolume *const large = volume.large()) {
        const BrickSource &source = *large->source;
        for (int level = 0; level < source.level_count(); ++level) {
            const std::uint64_t voxels = source.grid(level).voxel_count();
            if (voxels <= most_voxels) {
                return voxels > than.voxel_count() ? std::optional(read_level(source, level, progress)) : std::nullopt;
            }
        }
        return std::nullopt;
    }
    constexpr int most_factor = 64; // of downsample()
    const std::array<int, 3> &dims = volume.grid().dims;
    int factor = 2;
    while (voxels_of(dims, factor) > most_voxels && factor < most_factor) {
        ++factor;
    }
    return voxels_of(dims, factor) <= most_voxels ? std::optional(downsample(volume, factor)) : std::nullopt;
}

Volume labels_on(const Volume &labels, const Grid &grid) {
    const std::size_t size = scalar_size(labels.type());
    const glm::dmat4 from = glm::inverse(labels.grid().world_from_voxel()) * grid.world_from_voxel();
    const std::array<int, 3> &dims = labels.grid().dims;
    std::vector<std::byte> voxels(grid.voxel_count() * size);
    const auto across = static_cast<std::size_t>(grid.dims[0]), down = static_cast<std::size_t>(grid.dims[1]);
    on_all_cores(grid.dims[2], [&](int z) {
        for (int y = 0; y < grid.dims[1]; ++y) {
            for (int x = 0; x < grid.dims[0]; ++x) {
                const glm::dvec4 place = from * glm::dvec4(x, y, z, 1.0);
                std::array<std::size_t, 3> at{};
                for (int axis = 0; axis < 3; ++axis) {
                    const int last = dims[static_cast<std::size_t>(axis)] - 1;
                    at[static_cast<std::size_t>(axis)] =
                        static_cast<std::size_t>(std::clamp(static_cast<int>(std::lround(place[axis])), 0, last));
                }
                const std::size_t voxel =
                    (at[2] * static_cast<std::size_t>(dims[1]) + at[1]) * static_cast<std::size_t>(dims[0]) + at[0];
                const std::size_t to = (static_cast<std::size_t>(z) * down + static_cast<std::size_t>(y)) * across +
                                       static_cast<std::size_t>(x);
                std::copy_n(labels.bytes().data() + voxel * size, size, voxels.data() + to * size);
            }
        }
    });
    return {header_on(labels.header(), grid), std::move(voxels)};
}

} // namespace voxmarch
