// Times the stages that build the octree and its distance maps, beside the bytes they move.
#include "bench/bench_octree.h"

#include "bench/device_rates.h"
#include "bench/frame_bench.h"
#include "bench/timing.h"
#include "octree/device_octree.h"
#include "renderer/device_volume.h"
#include "transfer/preset.h"
#include "volume/formats/read.h"

#include <fmt/format.h>
#include <functional>

namespace voxmarch {

namespace {

struct Work {
    const char *name;
    std::function<Events()> run;
    double bytes; ///< read and written at least
};

/// Median over the repetitions; launches of the work and the sum of their times.
/// @param copy_rate  of the device
void measure(const Work &work, const BenchOptions &options, double copy_rate, double voxels, nlohmann::json &row) {
    std::vector<double> times;
    std::size_t launches = 0;
    for (int i = 0; i < options.frames + 2; ++i) {
        const Events events = work.run();
        const double ms = milliseconds(events);
        launches = events.size();
        if (i >= 2) {
            times.push_back(ms);
        }
    }
    const Spread ms = spread_of(times);
    const double floor_ms = ms_at(copy_rate, work.bytes);
    fmt::print("{:<24} {:9.4f} {:9.4f} {:9.4f} {:>8} {:10.3f} {:10.4f} {:8.1f}\n", work.name, ms.median, ms.p10, ms.p90,
               launches, work.bytes / voxels, floor_ms, ms.median / floor_ms);
    row[work.name] = {{"ms", ms.median}, {"launches", launches}, {"bytes", work.bytes}, {"floor_ms", floor_ms}};
}

} // namespace

int bench_octree(const BenchOptions &options) {
    Device device(options.device, options.opening);
    nlohmann::json rows = nlohmann::json::array();
    std::vector<std::string> volumes = options.volumes;
    for (int n = 128; n <= options.largest_volume && options.volumes.empty(); n *= 2) {
        volumes.push_back(fmt::format("synthetic:tree:{}", n));
    }
    for (const std::string &name : volumes) {
        const Volume volume = read_volume(name);
        const SamplingBackend backend = options.backend.value_or(device.info().backend);
        DeviceVolume on_device(device, volume, backend);
        const TransferTable table =
            sample_table(over_values(find_preset("thesis"), default_window(volume.type(), volume.range())),
                         volume.range(), default_table_entries(volume.type()), 0.5);
        const PackedTable packed = pack_table(table);
        const TableCoordinates coordinates = table_coordinates(table, on_device.mapping());
        const auto voxels = static_cast<double>(volume.grid().voxel_count());
        for (const int leaf_size :
             options.leaf_size > 0 ? std::vector<int>{options.leaf_size} : std::vector<int>{4, 8}) {
            DeviceOctree octree(device);
            const auto measure_ranges = [&] {
                return octree.measure(volume.grid().dims, leaf_size, DeviceOctree::Field::scalar, on_device.scalars(),
                                      on_device.stored_type());
            };
            milliseconds(measure_ranges());
            const auto leaves = static_cast<double>(octree_leaf_count(octree.layout()));
            const auto nodes = static_cast<double>(octree_node_count(octree.layout()));
            fmt::print("\n{}, leaf {}, {} back end on {}: {:.0f} leaves, {:.0f} nodes\n{:<24} {:>9} {:>9} {:>9} {:>8} "
                       "{:>10} {:>10} "
                       "{:>8}\n",
                       name, leaf_size, name_of(backend), device.info().name, leaves, nodes, "", "ms", "p10", "p90",
                       "launches", "B/voxel", "floor", "ratio");
            nlohmann::json row{{"volume", name}, {"leaf_size", leaf_size}};
            const Work works[] = {
                {"leaf ranges", measure_ranges,
                 voxels * static_cast<double>(scalar_size(volume.type())) + 8.0 * leaves},
                {"occupancy", [&] { return octree.classify(packed, coordinates, 0.9f); },
                 8.0 * leaves + 5.0 * nodes + 4.0 * leaves},
                {"distance map", [&] { return octree.make_distance_map(DistanceMap::all_directions); }, 2.0 * leaves},
                {"octant distance maps", [&] { return octree.make_distance_map(DistanceMap::octants); }, 9.0 * leaves},
            };
            for (const Work &work : works) {
                measure(work, options, rates_of(device).copy, voxels, row);
            }
            const auto held = static_cast<double>(octree.bytes());
            const auto node_bytes = static_cast<double>(octree.node_bytes());
            const Work coded{"occupancy, then pairs",
                             [&] {
                                 Events events = octree.classify(packed, coordinates, 0.9f);
                                 const Events coding = octree.code_pairs();
                                 events.insert(events.end(), coding.begin(), coding.end());
                                 return events;
                             },
                             8.0 * leaves + 5.0 * nodes + 4.0 * leaves + (1.0 + 3.0 / 16.0) * nodes};
            measure(coded, options, rates_of(device).copy, voxels, row);
            const auto pair_bytes = static_cast<double>(octree.node_bytes());
            fmt::print("held: {:.3f} bytes a voxel; bytes a node: {:.3f}, in pairs {:.3f}\n", held / voxels,
                       node_bytes / nodes, pair_bytes / nodes);
            row["bytes_per_voxel"] = held / voxels;
            row["bytes_per_node"] = node_bytes / nodes;
            row["pair_bytes_per_node"] = pair_bytes / nodes;
            rows.push_back(row);
        }
    }
    write_report(options, "octree", device.info(), rows);
    return 0;
}

} // namespace voxmarch
