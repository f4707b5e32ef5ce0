// Times ways to the device by the commands that a trace keeps.
#include "bench/isosurface_ways.h"

#include "bench/isosurface_row.h"
#include "device/command_trace.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// His 32 slices, or less where that makes one unit.
int layers_of(const Volume &volume) { return std::clamp((volume.grid().dims[2] - 1) / 2, 4, 32); }

bool is_pinned(FetchWay way) { return way == FetchWay::pinned || way == FetchWay::pinned_ahead; }
bool is_ahead(FetchWay way) { return way == FetchWay::ahead || way == FetchWay::pinned_ahead; }

/// Milliseconds by "read", "write" or the name of a kernel.
std::map<std::string, double> sums_of(const std::vector<TracedCommand> &commands) {
    std::map<std::string, double> sums;
    for (const TracedCommand &command : commands) {
        sums[command.kind == "kernel" ? command.label : command.kind] +=
            static_cast<double>(command.ended - command.started) * 1e-6;
    }
    return sums;
}

WayRow measure_way(Device &device, CommandTrace &trace, WayRow row, const Volume &volume, const Mesh &expected,
                   int frames) {
    Device *const one[] = {&device};
    SlabSettings settings{Extraction::scan, {}, layers_of(volume), {}, is_ahead(row.way)};
    std::vector<double> wall;
    std::map<std::string, std::vector<double>> times;
    for (int frame = -1; frame < frames; ++frame) {
        trace.forget();
        std::vector<DeviceShare> shares;
        const auto begin = std::chrono::steady_clock::now();
        const Mesh mesh = extract_slabs(one, volume, row.isovalue, settings, shares);
        const double ms = milliseconds_since(begin);
        row.share = shares.front();
        row.agrees = row.agrees && same_mesh(mesh, expected);
        if (frame < 0) {
            continue;
        }
        wall.push_back(ms);
        for (const auto &[what, sum] : sums_of(trace.commands())) {
            times[what].push_back(sum);
        }
    }
    row.wall = spread_of(wall);
    for (const auto &[what, sums] : times) {
        const double ms = spread_of(sums).median;
        if (what == "write") {
            row.fetch = ms;
        } else if (what == "read") {
            row.read_back = ms;
        } else if (what.starts_with("scan_")) {
            row.kernels_ms[what] = ms;
        }
    }
    return row;
}

} // namespace

double WayRow::usage() const {
    double busy = fetch + read_back;
    for (const auto &[kernel, ms] : kernels_ms) {
        busy += ms;
    }
    return busy / wall.median;
}

std::vector<WayRow> measure_ways(int device, const DeviceOptions &opening, const std::string &name,
                                 const Volume &volume, double isovalue, int frames) {
    std::vector<WayRow> rows;
    Mesh expected;
    for (const FetchWay way : values_of<FetchWay>()) {
        CommandTrace trace;
        DeviceOptions options = opening;
        options.trace = &trace;
        options.staged_copies = is_pinned(way) ? StagedCopies::always : StagedCopies::never;
        Device opened(device, options);
        if (rows.empty()) {
            Device *const one[] = {&opened};
            std::vector<DeviceShare> shares;
            expected = extract_slabs(one, volume, isovalue, {Extraction::scan, {}, 0, {}, false}, shares);
        }
        trace.start();
        WayRow row;
        row.volume = name;
        row.isovalue = isovalue;
        row.way = way;
        row.device_times = opened.info().event_times;
        rows.push_back(measure_way(opened, trace, row, volume, expected, frames));
    }
    return rows;
}

void print_ways_head() {
    fmt::print(
        "\nways to the device, strategy scan in units of up to 32 layers, from voxels to a mesh in host memory (ms "
        "of commands on the\ndevice; waited: host until voxels are there; usage: all commands over the whole)\n"
        "{:<22} {:>8} {:<14} {:>6} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9} {:>9} {:>7}\n",
        "volume", "isovalue", "way", "units", "waited", "fetch", "classify", "scan", "compact", "generate", "read back",
        "wall", "usage %");
}

void print(const WayRow &row) {
    const auto kernel = [&](const char *name) {
        const auto found = row.kernels_ms.find(name);
        return found == row.kernels_ms.end() ? 0.0 : found->second;
    };
    fmt::print("{:<22} {:>8g} {:<14} {:>6} {:>8.2f} {:>8.2f} {:>8.2f} {:>8.2f} {:>8.2f} {:>8.2f} {:>9.2f} {:>9.2f} "
               "{:>7.1f}{}\n",
               row.volume, row.isovalue, name_of(row.way), row.share.units, row.share.upload_ms, row.fetch,
               kernel("scan_classify"), kernel("scan_sums"), kernel("scan_compact"), kernel("scan_generate"),
               row.read_back, row.wall.median, 100.0 * row.usage(), row.agrees ? "" : "  MESH DIFFERS");
}

nlohmann::json to_json(const WayRow &row) {
    nlohmann::json json = {{"volume", row.volume},
                           {"extraction", "scan"},
                           {"isovalue", row.isovalue},
                           {"way", name_of(row.way)},
                           {"units", row.share.units},
                           {"triangles", row.share.triangles},
                           {"equal", row.agrees},
                           {"upload_wait_ms", row.share.upload_ms},
                           {"wall_ms", {row.wall.median, row.wall.p10, row.wall.p90}}};
    if (row.device_times) {
        json["fetch_ms"] = row.fetch;
        json["kernels_ms"] = row.kernels_ms;
        json["read_back_ms"] = row.read_back;
        json["usage"] = row.usage();
    }
    return json;
}

} // namespace voxmarch
