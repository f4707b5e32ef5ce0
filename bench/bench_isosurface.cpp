// Times the strategies of extraction and refuses those whose meshes differ.
#include "bench/bench_isosurface.h"

#include "base/error.h"
#include "bench/frame_bench.h"
#include "bench/isosurface_devices.h"
#include "bench/isosurface_drawing.h"
#include "bench/isosurface_host.h"
#include "bench/timing.h"
#include "isosurface/device_field.h"
#include "isosurface/reference.h"
#include "volume/formats/read.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <map>

namespace voxmarch {

namespace {

constexpr std::uint64_t reference_voxels = std::uint64_t{1} << 24; ///< most voxels the reference is asked about

struct IsosurfaceRow {
    std::string volume;
    Extraction extraction;
    double isovalue;
    Spread first, repeat, wall;               ///< ms; wall: of a repeat, on the host, until the counts are known
    std::map<std::string, double> kernels_ms; ///< of a first extraction, medians
    std::uint64_t vertices, triangles, auxiliary;
    double voxels, voxel_bytes;
    bool agrees;

    double floor_ms() const {
        const double mesh = 24.0 * static_cast<double>(vertices) + 12.0 * static_cast<double>(triangles);
        return (voxel_bytes + mesh) / h200_copy_rate * 1e3;
    }
};

/// None for a volume of one value, which has no isosurface.
std::vector<double> isovalues_for(const std::string &name, const ValueRange &range) {
    if (range.min == range.max) {
        return {};
    }
    if (name.find("cayley") != std::string::npos) {
        return {128.5, 100.5};
    }
    if (range.min >= 0.0 && range.min < 40.5 && range.max > 120.5 && range.max <= 255.0) {
        return {40.5, 120.5};
    }
    return {range.min + 0.25 * (range.max - range.min), range.min + 0.5 * (range.max - range.min)};
}

std::vector<std::string> default_isosurface_volumes(int largest) {
    std::vector<int> edges;
    for (int n = 256; n <= largest; n *= 2) {
        edges.push_back(n);
    }
    return synthetic_volumes(surface_models, edges);
}

/// Medians of `frames` extractions after two for warming up (buffers grow in them).
void time_extractions(Extractor &extractor, DeviceMesh &mesh, int frames, IsosurfaceRow &row) {
    std::vector<double> first, repeat, wall;
    std::map<std::string, std::vector<double>> kernels;
    for (int i = 0; i < frames + 2; ++i) {
        extractor.forget();
        const Events all = extractor.extract(row.isovalue, {}, mesh);
        const double first_ms = milliseconds(all);
        const auto begin = std::chrono::steady_clock::now();
        const Events events = extractor.extract(row.isovalue, {}, mesh);
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
            repeat.push_back(milliseconds(events));
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

nlohmann::json to_json(const IsosurfaceRow &row) {
    const auto triangles = static_cast<double>(row.triangles);
    return {{"volume", row.volume},
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
            {"h200_floor_ms", row.floor_ms()}};
}

void print(const IsosurfaceRow &row) {
    fmt::print(
        "{:<22} {:>8.1f} {:<12} {:>9} {:>9.3f} {:>9.3f} {:>9.3f} {:>9.0f} {:>8.1f} {:>7.1f} {:>8.4f} {:>6.1f}{}\n",
        row.volume, row.isovalue, name_of(row.extraction), row.triangles, row.first.median, row.repeat.median,
        row.wall.median, row.voxels / row.first.median / 1e3,
        static_cast<double>(row.triangles) / row.first.median / 1e3,
        100.0 * static_cast<double>(row.auxiliary) / row.voxel_bytes, row.floor_ms(), row.first.median / row.floor_ms(),
        row.agrees ? "" : "  TRIANGLES DISAGREE");
}

/// All rows of one volume. @return whether all agree
bool measure_volume(Device &device, const std::string &name, const BenchOptions &options, nlohmann::json &rows) {
    const Volume volume = read_volume(name);
    const DeviceField on_device(device, volume);
    bool all_agree = true;
    if (volume.range().min == volume.range().max) {
        fmt::print("{:<22} left out: all its voxels have the same value\n", name.substr(name.find_last_of('/') + 1));
    }
    for (const double isovalue : isovalues_for(name, volume.range())) {
        std::optional<std::uint64_t> expected;
        if (volume.grid().voxel_count() <= reference_voxels) {
            expected = extract_reference(volume, static_cast<float>(isovalue), false).triangles.size();
        }
        for (const Extraction extraction : values_of<Extraction>()) {
            const auto extractor = make_extractor(extraction, device, on_device.field());
            DeviceMesh mesh;
            IsosurfaceRow row{};
            row.volume = name.substr(name.find_last_of('/') + 1);
            row.extraction = extraction;
            row.isovalue = isovalue;
            row.voxels = static_cast<double>(volume.grid().voxel_count());
            row.voxel_bytes = static_cast<double>(volume.bytes().size());
            time_extractions(*extractor, mesh, options.frames, row);
            row.agrees = expected.value_or(row.triangles) == row.triangles;
            expected = expected.value_or(row.triangles);
            all_agree = all_agree && row.agrees;
            print(row);
            rows.push_back(to_json(row));
        }
    }
    return all_agree;
}

/// Rows of extraction by all devices together. @return whether all triangles agree
bool share_volumes(std::span<Device *const> devices, const std::vector<std::string> &volumes,
                   const BenchOptions &options) {
    nlohmann::json rows = nlohmann::json::array();
    bool agree = true;
    print_devices_head(devices);
    for (const std::string &name : volumes) {
        const Volume volume = read_volume(name);
        for (const double isovalue : isovalues_for(name, volume.range())) {
            const DevicesRow row =
                measure_devices(devices, name.substr(name.find_last_of('/') + 1), volume, isovalue, options.frames);
            agree = agree && row.agrees;
            print(row);
            rows.push_back(to_json(row));
        }
    }
    write_report(options, "isosurface_devices", devices.front()->info(), rows);
    return agree;
}

/// Rows of the way from host memory to host memory, by the first device.
void time_host_ways(Device &device, const std::vector<std::string> &volumes, const BenchOptions &options) {
    nlohmann::json rows = nlohmann::json::array();
    Device *const one[] = {&device};
    print_host_head();
    for (const std::string &name : volumes) {
        const Volume volume = read_volume(name);
        for (const double isovalue : isovalues_for(name, volume.range())) {
            const HostRow row =
                measure_host(one, name.substr(name.find_last_of('/') + 1), volume, isovalue, options.frames);
            print(row);
            rows.push_back(to_json(row));
        }
    }
    write_report(options, "isosurface_host", device.info(), rows);
}

/// Rows of extraction and drawing. @return whether all triangles agree
bool draw_volumes(Device &device, const std::vector<std::string> &volumes, const BenchOptions &options) {
    nlohmann::json rows = nlohmann::json::array();
    bool agree = true;
    const PictureSize size = options.sizes.empty() ? PictureSize{1024, 1024} : options.sizes.front();
    print_drawing_head(size);
    for (const std::string &name : volumes) {
        try {
            const Volume volume = read_volume(name);
            for (const double isovalue : isovalues_for(name, volume.range())) {
                const DrawingRow row = measure_drawing(device, name.substr(name.find_last_of('/') + 1), volume,
                                                       isovalue, size, options.frames);
                agree = agree && row.agrees;
                print(row);
                rows.push_back(to_json(row));
                if (!options.out.empty()) {
                    std::string file = fmt::format("{}_{:g}.png", row.volume, isovalue);
                    std::replace(file.begin(), file.end(), ':', '_');
                    write_png(row.picture, std::filesystem::path(options.out) / file);
                }
            }
        } catch (const MemoryError &error) {
            fmt::print("{:<22} left out: {}\n", name, error.what());
        }
    }
    write_report(options, "isosurface_drawing", device.info(), rows);
    return agree;
}

} // namespace

int bench_isosurface(const BenchOptions &options) {
    const auto opened = open_devices(options.device, options.opening);
    Device &device = *opened.front();
    nlohmann::json rows = nlohmann::json::array();
    bool agree = true;
    fmt::print("{} (ms are medians of {}; aux % of the volume; floor of an H200: volume read and mesh written once)\n",
               device.info().name,
               device.info().event_times ? "device times" : "host times, for this driver tells none of its own");
    fmt::print("{:<22} {:>8} {:<12} {:>9} {:>9} {:>9} {:>9} {:>9} {:>8} {:>7} {:>8} {:>6}\n", "volume", "isovalue",
               "extraction", "triangles", "first ms", "repeat ms", "wall ms", "Mvoxel/s", "Mtri/s", "aux %", "floor ms",
               "ratio");
    const std::vector<std::string> volumes =
        options.volumes.empty() ? default_isosurface_volumes(options.largest_volume) : options.volumes;
    for (const std::string &name : volumes) {
        try {
            agree = measure_volume(device, name, options, rows) && agree;
        } catch (const MemoryError &error) {
            fmt::print("{:<22} left out: {}\n", name, error.what());
        }
    }
    write_report(options, "isosurface", device.info(), rows);
    time_host_ways(device, volumes, options);
    agree = draw_volumes(device, volumes, options) && agree;
    if (opened.size() > 1) {
        std::vector<Device *> devices;
        for (const auto &each : opened) {
            devices.push_back(each.get());
        }
        agree = share_volumes(devices, volumes, options) && agree;
    }
    return agree ? 0 : 1;
}

} // namespace voxmarch
