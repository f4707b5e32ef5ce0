// Reads volumes brick by brick.
#include "bench/bench_bricks.h"

#include "base/error.h"
#include "base/parallel.h"
#include "bench/frame_bench.h"
#include "bench/host_stages.h"
#include "volume/bricks/brick_source.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <numeric>

namespace voxmarch {

namespace {

/// Of a larger volume as many are read, evenly from all of it.
constexpr int most_bricks = 1024;

/// Volumes up to this size are compared whole.
constexpr std::uint64_t compared_bytes = std::uint64_t{2} << 30;

/// Bricks of level 0, widened by `before` and `behind` voxels as far as the volume goes.
std::vector<VoxelBox> brick_boxes(const std::array<int, 3> &dims, int before, int behind) {
    std::array<int, 3> count{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        count[axis] = (dims[axis] - 1) / source_brick_edge + 1;
    }
    const std::int64_t all = std::int64_t{count[0]} * count[1] * count[2], step = (all - 1) / most_bricks + 1;
    std::vector<VoxelBox> boxes;
    for (std::int64_t i = 0; i < all; i += step) {
        const std::array<std::int64_t, 3> place{i % count[0], i / count[0] % count[1], i / count[0] / count[1]};
        VoxelBox box;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const int first = static_cast<int>(place[axis]) * source_brick_edge;
            box.low[axis] = std::max(first - before, 0);
            box.high[axis] = std::min(first + source_brick_edge + behind, dims[axis]);
        }
        boxes.push_back(box);
    }
    return boxes;
}

double bytes_of(const std::vector<VoxelBox> &boxes, std::size_t voxel) {
    return std::accumulate(boxes.begin(), boxes.end(), 0.0, [&](double sum, const VoxelBox &box) {
        return sum + static_cast<double>(box.voxel_count() * voxel);
    });
}

void read_boxes(const BrickSource &source, const std::vector<VoxelBox> &boxes, bool all_threads) {
    const std::size_t voxel = scalar_size(source.header().type);
    const auto read = [&](int i) {
        thread_local std::vector<std::byte> bytes;
        const VoxelBox &box = boxes[static_cast<std::size_t>(i)];
        bytes.resize(box.voxel_count() * voxel);
        source.read(0, box, bytes);
    };
    if (all_threads) {
        return on_all_cores(static_cast<int>(boxes.size()), read);
    }
    for (int i = 0; i < static_cast<int>(boxes.size()); ++i) {
        read(i);
    }
}

/// Whether all bricks are those of the volume.
bool are_equal(const BrickSource &source, const Volume &whole) {
    const std::size_t voxel = scalar_size(whole.type());
    const auto &dims = whole.grid().dims;
    const auto boxes = brick_boxes(dims, 0, 0);
    return std::ranges::all_of(boxes, [&](const VoxelBox &box) {
        std::vector<std::byte> bytes(box.voxel_count() * voxel);
        source.read(0, box, bytes);
        const std::size_t row = static_cast<std::size_t>(box.length(0)) * voxel;
        for (std::size_t i = 0; i < bytes.size() / row; ++i) {
            const std::size_t y = static_cast<std::size_t>(box.low[1]) + i % static_cast<std::size_t>(box.length(1)),
                              z = static_cast<std::size_t>(box.low[2]) + i / static_cast<std::size_t>(box.length(1));
            const std::size_t first = ((z * static_cast<std::size_t>(dims[1]) + y) * static_cast<std::size_t>(dims[0]) +
                                       static_cast<std::size_t>(box.low[0])) *
                                      voxel;
            if (std::memcmp(bytes.data() + i * row, whole.bytes().data() + first, row) != 0) {
                return false;
            }
        }
        return true;
    });
}

void measure(StageTable &table, const std::string &volume, const std::array<RateFloor, 2> &copies) {
    table.begin(volume);
    table.row("open", 0.0, std::nullopt, [&] { open_bricks(volume); });
    const auto source = open_bricks(volume);
    const auto &dims = source->header().grid.dims;
    const std::size_t voxel = scalar_size(source->header().type);
    const auto bricks = brick_boxes(dims, 0, 0), with_border = brick_boxes(dims, 1, 3);
    const double bytes = bytes_of(bricks, voxel);
    table.row("bricks of 64^3, 1 thread", bytes, copies[0], [&] { read_boxes(*open_bricks(volume), bricks, false); });
    table.row("bricks of 64^3, all threads", bytes, copies[1], [&] { read_boxes(*open_bricks(volume), bricks, true); });
    table.row("bricks of 68^3, all threads", bytes_of(with_border, voxel), copies[1],
              [&] { read_boxes(*open_bricks(volume), with_border, true); });
    const std::uint64_t size = source->header().byte_count();
    if (size > compared_bytes) {
        return StageTable::leave_out("whole volume", "it is too large to be compared");
    }
    table.row("whole volume", static_cast<double>(size), copies[1], [&] { load_voxels(volume); });
}

} // namespace

int bench_bricks(const BenchOptions &options) {
    const Device device(options.device, options.opening);
    const ScratchFiles scratch;
    std::vector<std::string> volumes = options.volumes;
    if (volumes.empty()) {
        const auto mapped = scratch / "cayley_512x512x512_float32.raw";
        synthesize_to_file("cayley", 512, ScalarType::f32, mapped);
        volumes = {mapped.string(), "synthetic:cayley:512", "synthetic:sphere:16384"};
    }
    bool is_right = true;
    for (const std::string &volume : volumes) {
        const auto source = open_bricks(volume);
        if (source->header().byte_count() <= compared_bytes && !are_equal(*source, read_volume(volume))) {
            fmt::print("{}: BRICKS DIFFER FROM THE VOLUME\n", volume);
            is_right = false;
        }
    }
    if (!is_right) {
        return 1;
    }
    const int threads = core_count(1 << 16);
    const std::array<RateFloor, 2> copies{
        RateFloor{"memcpy, 1 thread", copy_rate(options.frames, 1)},
        RateFloor{fmt::format("memcpy, {} threads", threads), copy_rate(options.frames, threads)}};
    StageTable table(options);
    for (const std::string &volume : volumes) {
        measure(table, volume, copies);
    }
    write_report(options, "bricks", device.info(), table.rows);
    return 0;
}

} // namespace voxmarch
