// Reads boxes, and puts together what is kept of them.
#include "volume/bricks/fewer_voxels.h"

#include "base/checked_size.h"
#include "volume/bricks/box_copy.h"
#include "volume/bricks/stored_bricks.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace voxmarch {

namespace {

void fill_row(ScalarType type, double value, std::span<std::byte> row) {
    visit_scalar(type, [&](auto tag) {
        using T = decltype(tag);
        std::fill_n(reinterpret_cast<T *>(row.data()), row.size() / sizeof(T), static_cast<T>(value));
    });
}

/// Copies every step-th voxel of a box to its place among all of them.
void thin_box(const BrickSource &source, int level, int step, const VoxelBox &box, const std::array<int, 3> &dims,
              std::span<std::byte> voxels) {
    const std::size_t size = scalar_size(source.header().type);
    const auto next = [&](int from) { return (from + step - 1) / step; };
    std::vector<std::byte> row(std::size_t(box.length(0)) * size);
    const std::optional<double> only = source.only_value(level, box);
    if (only) {
        fill_row(source.header().type, *only, row);
    }
    for (int z = next(box.low[2]); z * step < box.high[2]; ++z) {
        for (int y = next(box.low[1]); y * step < box.high[1]; ++y) {
            if (!only) {
                source.read(level, {{box.low[0], y * step, z * step}, {box.high[0], y * step + 1, z * step + 1}}, row);
            }
            const std::size_t line = (std::size_t(z) * std::size_t(dims[1]) + std::size_t(y)) * std::size_t(dims[0]);
            for (int x = next(box.low[0]); x * step < box.high[0]; ++x) {
                std::copy_n(row.data() + std::size_t(x * step - box.low[0]) * size, size,
                            voxels.data() + (line + std::size_t(x)) * size);
            }
        }
    }
}

} // namespace

VolumeHeader header_on(const VolumeHeader &of, const Grid &grid) {
    VolumeHeader header = of;
    header.grid = grid;
    header.notes.clear();
    return header;
}

int thinning_step(const std::array<int, 3> &dims, std::uint64_t most_voxels) {
    Grid grid;
    grid.dims = dims;
    const int longest = std::ranges::max(dims);
    int step = 1;
    while (thinned_grid(grid, step).voxel_count() > most_voxels && step + 1 < longest) {
        ++step;
    }
    return step;
}

Grid thinned_grid(Grid grid, int step) {
    for (int &edge : grid.dims) {
        edge = (edge - 1) / step + 1;
    }
    grid.spacing *= step;
    return grid;
}

Volume thinned(const BrickSource &source, int level, int step) {
    const Grid full = source.grid(level);
    VolumeHeader header = header_on(source.header(), thinned_grid(full, step));
    std::vector<std::byte> voxels(header.byte_count());
    std::array<int, 3> at_once = source.read_size(level); // whole chunks, many where they are small
    for (int &edge : at_once) {
        edge *= std::max(1, 256 / edge);
    }
    if (const auto only = source.only_value(level, {{}, full.dims})) { // there may be any number of boxes
        fill_row(header.type, *only, voxels);
        return {std::move(header), std::move(voxels)};
    }
    for_each_box(full.dims, at_once,
                 [&](const VoxelBox &box) { thin_box(source, level, step, box, header.grid.dims, voxels); });
    return {std::move(header), std::move(voxels)};
}

Volume read_level(const BrickSource &source, int level, const std::function<void(double)> &progress) {
    VolumeHeader header = header_on(source.header(), source.grid(level));
    const std::size_t size = scalar_size(header.type);
    ZeroedBytes voxels = allocate_voxels(header.byte_count(), header.name);
    for_each_box(
        header.grid.dims, source.read_size(level),
        [&](const VoxelBox &box) {
            std::vector<std::byte> part(box.voxel_count() * size);
            source.read(level, box, part);
            for_each_run(box, header.grid.dims, [&](std::uint64_t voxel, std::uint64_t count, std::uint64_t before) {
                std::copy_n(part.data() + before * size, count * size, voxels.data() + voxel * size);
            });
        },
        progress);
    return {std::move(header), std::move(voxels)};
}

} // namespace voxmarch
