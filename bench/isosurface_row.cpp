// Times extractions.
#include "bench/isosurface_row.h"

#include "bench/device_rates.h"
#include "bench/frame_bench.h"

#include <chrono>
#include <fmt/format.h>

namespace voxmarch {

double IsosurfaceRow::floor_ms() const {
    const double mesh = 24.0 * static_cast<double>(vertices) + 12.0 * static_cast<double>(triangles);
    return ms_at(copy_rate, read_bytes + mesh);
}

void time_extractions(Extractor &extractor, DeviceMesh &mesh, int frames, IsosurfaceRow &row) {
    std::vector<double> first, repeat, wall;
    std::map<std::string, std::vector<double>> kernels;
    for (int i = 0; i < frames + 2; ++i) {
        extractor.forget();
        const Events all = extractor.extract(row.isovalue, {}, mesh);
        const double first_ms = milliseconds(all);
        const auto begin = std::chrono::steady_clock::now();
        const Events events = extractor.extract(row.isovalue, {}, mesh);
        const double repeat_ms = milliseconds(events); // once the device is done
        const std::chrono::duration<double, std::milli> host = std::chrono::steady_clock::now() - begin;
        if (i >= 2) {
            first.push_back(first_ms);
            std::map<std::string, double> sums; // a kernel may be launched several times
            for (const Event &event : all) {
                sums[event.label()] += event.milliseconds();
            }
            for (const auto &[kernel, ms] : sums) {
                kernels[kernel].push_back(ms);
            }
            repeat.push_back(repeat_ms);
            wall.push_back(host.count());
        }
    }
    for (const auto &[kernel, times] : kernels) {
        row.kernels_ms[kernel] = spread_of(times).median;
    }
    row.first = spread_of(first);
    row.repeat = spread_of(repeat);
    row.wall = spread_of(wall);
    row.vertices = mesh.vertices;
    row.triangles = mesh.triangles;
    row.auxiliary = extractor.auxiliary_bytes();
}

bool same_mesh(const Mesh &a, const Mesh &b) {
    return a.positions == b.positions && a.normals == b.normals && a.triangles == b.triangles;
}

void print_extraction_head() {
    fmt::print("{:<29} {:>8} {:<12} {:>9} {:>9} {:>9} {:>9} {:>9} {:>8} {:>7} {:>10} {:>6} {:>9}\n", "volume",
               "isovalue", "extraction", "triangles", "first ms", "repeat ms", "wall ms", "Mvoxel/s", "Mtri/s", "aux %",
               "floor", "ratio", "serial ms");
}

void print(const IsosurfaceRow &row) {
    fmt::print(
        "{:<29} {:>8g} {:<12} {:>9} {:>9.3f} {:>9.3f} {:>9.3f} {:>9.0f} {:>8.1f} {:>7.1f} {:>10.4f} {:>6.1f} {:>9}{}\n",
        row.volume, row.isovalue, name_of(row.extraction), row.triangles, row.first.median, row.repeat.median,
        row.wall.median, row.voxels / row.first.median / 1e3,
        static_cast<double>(row.triangles) / row.first.median / 1e3,
        100.0 * static_cast<double>(row.auxiliary) / row.voxel_bytes, row.floor_ms(), row.first.median / row.floor_ms(),
        row.serial_ms ? fmt::format("{:.0f}", *row.serial_ms) : "-", row.agrees ? "" : "  TRIANGLES DISAGREE");
}

nlohmann::json to_json(const IsosurfaceRow &row) {
    const auto triangles = static_cast<double>(row.triangles);
    nlohmann::json json = {{"volume", row.volume},
                           {"extraction", name_of(row.extraction)},
                           {"isovalue", row.isovalue},
                           {"triangles", row.triangles},
                           {"vertices", row.vertices},
                           {"triangles_agree", row.agrees},
                           {"kernels_ms", row.kernels_ms},
                           {"first_ms", {row.first.median, row.first.p10, row.first.p90}},
                           {"repeat_ms", {row.repeat.median, row.repeat.p10, row.repeat.p90}},
                           {"repeat_wall_ms", {row.wall.median, row.wall.p10, row.wall.p90}},
                           {"million_voxels_per_second", row.voxels / row.first.median / 1e3},
                           {"million_triangles_per_second", triangles / row.first.median / 1e3},
                           {"auxiliary_bytes", row.auxiliary},
                           {"auxiliary_share", static_cast<double>(row.auxiliary) / row.voxel_bytes},
                           {"floor_ms", row.floor_ms()}};
    if (row.serial_ms) {
        json["serial_ms"] = *row.serial_ms;
    }
    return json;
}

} // namespace voxmarch
